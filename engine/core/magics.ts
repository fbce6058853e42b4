/** Sliding attacks by plain magics: one multiplication, one shift, one look-up. The numbers were found by random search. */
import { BISHOP_MAGICS, ROOK_MAGICS, SLIDER_TABLE } from './memory';

const rookNumbers: usize = memory.data<u64>([
  0x1080004008801020, 0x0840092002c03000, 0x1900200010400900, 0x0880100008000480, 0x4200100420080200,
  0x8100020100080400, 0x0200040110886200, 0x0200008040220411, 0x0404800084400220, 0x0000401000402000,
  0x0086001081220440, 0x0408800800100280, 0x000a001201040820, 0x8848800200840080, 0x4001000100040200,
  0x0442000102105084, 0x9080010020804100, 0x0040404000201009, 0x0000808010002009, 0x2200090021d00100,
  0x0008008008040080, 0x0004004002010040, 0x0011040008015042, 0x00000a0001768104, 0x0000800080204009,
  0x2010004140002001, 0x9800200280100080, 0x1000100080080080, 0x0442000a00049020, 0x2100040080020080,
  0x0800120400900148, 0x0010040a00128541, 0x2800804000800030, 0x1010002000400041, 0x4000200011004100,
  0x0610008410800800, 0x0400802402800800, 0xc100020080800400, 0x0002000802000401, 0x0182085882000401,
  0x0220204000808000, 0x2860100040024022, 0x0001002004110040, 0x99101042000a0020, 0x0004080004008080,
  0x0010040002008080, 0x2012004881020004, 0x8300842444820011, 0x0088403882010200, 0x0820400080210100,
  0x0110910040a00300, 0x0801100280080480, 0x0242009008200600, 0x1002000489500200, 0x0040800200010080,
  0x0091800041000080, 0x0000209300488001, 0x04c1002414824001, 0x020020000b001041, 0x7000100004200901,
  0x8002002004100802, 0x30010002084c0007, 0x0888221800813004, 0x4000002840840112,
]);

const bishopNumbers: usize = memory.data<u64>([
  0xa010041108003100, 0x006082020a002900, 0x6810010619200000, 0x08281a0520000408, 0x0001104001000400,
  0x0018901008048400, 0x00040a0210245280, 0x000200210808a402, 0x9140048410821200, 0x0800091010820041,
  0x20504804832202c0, 0x0100091401081000, 0x8021011140000012, 0x0810020804450400, 0x208b0542109008a2,
  0x0080084a08040204, 0x0040e2a80811244c, 0x2505022008008108, 0x0430220100420040, 0x010a040420220040,
  0x1105000290400000, 0x0093001200822120, 0x4000a62048043004, 0x280120048a015004, 0x006090002a020814,
  0x44042000240800d0, 0x01102800040a4400, 0x1004080080220040, 0x0001001011004024, 0x0010044000805040,
  0x0914041200820100, 0x0004821012821480, 0x0024040500c05021, 0x0088611002080200, 0x0116080a00040020,
  0x4000020080080080, 0x2450450140840040, 0x0000880201484100, 0x0222020404020092, 0x8081110600002e00,
  0x2842101105000801, 0x1100809008001025, 0x00020202221c0400, 0x0422014022009020, 0x0210046102100c00,
  0xc004008082029102, 0x00aa461801101200, 0x0404080080201108, 0x020542108c205002, 0x0410544804100100,
  0x0040910841100000, 0x0400200042021100, 0x00004204850400c0, 0x0200100410a42102, 0x1040020801210102,
  0x0805040410420000, 0x2884804130100200, 0x800c262201242000, 0x1058000194108800, 0x0014221054420204,
  0x0104000012a02200, 0x0200881003300100, 0x0140400202840100, 0x0402020801010201,
]);

export function rookAttacks(square: i32, occupied: u64): u64 {
  const entry = ROOK_MAGICS + <usize>square * 24;
  const index = ((occupied & load<u64>(entry)) * load<u64>(entry, 8)) >> <u64>load<u32>(entry, 20);
  return load<u64>(<usize>load<u32>(entry, 16) + ((<usize>index) << 3));
}

export function bishopAttacks(square: i32, occupied: u64): u64 {
  const entry = BISHOP_MAGICS + <usize>square * 24;
  const index = ((occupied & load<u64>(entry)) * load<u64>(entry, 8)) >> <u64>load<u32>(entry, 20);
  return load<u64>(<usize>load<u32>(entry, 16) + ((<usize>index) << 3));
}

export function initMagics(): void {
  let table = SLIDER_TABLE;
  for (let square = 0; square < 64; square++) {
    table = initSquare(ROOK_MAGICS + square * 24, square, false, load<u64>(rookNumbers + square * 8), table);
  }
  for (let square = 0; square < 64; square++) {
    table = initSquare(
      BISHOP_MAGICS + square * 24,
      square,
      true,
      load<u64>(bishopNumbers + square * 8),
      table,
    );
  }
}

function initSquare(entry: usize, square: i32, diagonal: bool, magic: u64, table: usize): usize {
  const mask = rays(square, 0, diagonal, true);
  const bits = <i32>popcnt(mask);
  store<u64>(entry, mask);
  store<u64>(entry, magic, 8);
  store<u32>(entry, <u32>table, 16);
  store<u32>(entry, 64 - bits, 20);
  let occupied: u64 = 0;
  do {
    const index = (occupied * magic) >> <u64>(64 - bits);
    store<u64>(table + ((<usize>index) << 3), rays(square, occupied, diagonal, false));
    occupied = (occupied - mask) & mask;
  } while (occupied);
  return table + (((<usize>1) << bits) << 3);
}

/** Walks the rays; `inner` leaves out the last square of each, which never matters as a blocker. */
function rays(square: i32, occupied: u64, diagonal: bool, inner: bool): u64 {
  let result: u64 = 0;
  for (let direction = 0; direction < 4; direction++) {
    const sign = direction & 1 ? -1 : 1;
    const dx = diagonal ? sign : direction & 2 ? 0 : sign;
    const dy = diagonal ? (direction & 2 ? 1 : -1) : direction & 2 ? sign : 0;
    let x = (square & 7) + dx;
    let y = (square >> 3) + dy;
    while (x >= 0 && x < 8 && y >= 0 && y < 8) {
      const isLast = x + dx < 0 || x + dx > 7 || y + dy < 0 || y + dy > 7;
      if (inner && isLast) break;
      const bit = (<u64>1) << (<u64>(y * 8 + x));
      result |= bit;
      if (occupied & bit) break;
      x += dx;
      y += dy;
    }
  }
  return result;
}
