import type { FieldProblem } from './coded-error.ts';

export const minimumPasswordLength = 12;
export const maximumPasswordLength = 256;

/** The most used passwords of twelve characters and more; shorter ones are refused for their length. */
const common: ReadonlySet<string> = new Set(
  `password1234 password12345 password123456 password1234567 passwordpassword password!234 p@ssword1234
  p@ssw0rd1234 passw0rd1234 mypassword123 thisisapassword changemechangeme changeme1234 changeit1234
  letmeinletmein letmein12345 welcome12345 welcome123456 welcomewelcome administrator administrator1
  admin1234567 admin12345678 adminadminadmin adminadmin123 rootrootroot qwertyuiop12 qwertyuiop123
  qwertyuiop1234 qwertyqwerty qwerty123456 qwerty1234567 qwerty12345678 1q2w3e4r5t6y 1q2w3e4r5t6y7u
  1qaz2wsx3edc 1qaz2wsx3edc4rfv qazwsxedcrfv zaq12wsxcde3 zxcvbnm12345 asdfghjkl123 asdfghjkl1234
  abcdefghijkl abcdefgh1234 abcd12345678 abc123456789 abc1234567890 a1b2c3d4e5f6 aaaaaaaaaaaa
  123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 0123456789012 123456123456
  123123123123 111111111111 000000000000 112233445566 121212121212 987654321098 9876543210987
  iloveyou1234 iloveyouiloveyou iloveyouforever monkeymonkey dragondragon sunshine1234 princess1234
  football1234 baseball1234 superman1234 trustno1trustno1 correcthorsebatterystaple
  correct-horse-battery-staple`
    .split(/\s+/)
    .concat('correct horse battery staple'),
);

/**
 * What is wrong with a new password, if anything. Length and a list of known bad ones; no rules about
 * kinds of characters, which make passwords worse.
 */
export function findPasswordProblem(
  password: string,
  person: { username: string; email: string },
): FieldProblem | undefined {
  const length = [...password].length;
  if (length < minimumPasswordLength) {
    return problem('too_short', `must have at least ${minimumPasswordLength} characters`);
  }
  if (length > maximumPasswordLength) {
    return problem('too_long', `must have at most ${maximumPasswordLength} characters`);
  }
  const plain = password.toLowerCase();
  const isOwnName = [person.username, person.email].some((name) => name.toLowerCase() === plain);
  if (isOwnName) return problem('too_common', 'must not be your name or address');
  return common.has(plain) ? problem('too_common', 'is one of the most used passwords') : undefined;
}

function problem(code: string, message: string): FieldProblem {
  return { path: 'password', code, message };
}
