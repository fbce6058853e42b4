// A role with a wrong clock imports this file: Date is shifted by the minutes in a file, which is read every second.
import { readFileSync } from 'node:fs';

const RightDate = Date;
let shiftMs = 0;

function look() {
  shiftMs = Number.parseInt(readFileSync(process.env.SHIFTED_DATE_FILE, 'utf8'), 10) * 60_000;
}

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [RightDate.now() + shiftMs], newTarget),
  apply: () => new globalThis.Date().toString(),
  get: (target, key, receiver) =>
    key === 'now' ? () => RightDate.now() + shiftMs : Reflect.get(target, key, receiver),
});
look();
setInterval(look, 1_000).unref();
