import type { FieldProblem } from './coded-error.ts';
import { fieldLimits } from './limits/fields.ts';

export const minimumPasswordLength = 12;
export const maximumPasswordLength = fieldLimits['new password'].characters;

/** The most used passwords of at least twelve characters; shorter passwords are refused for their length. */
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

interface Person {
  username: string;
  email: string;
}

/**
 * All faults of a new password, each with its own code: its length, and a list of known weak passwords. Rules about
 * kinds of characters make passwords worse, so there are none. `path`: the member of the request.
 */
export function findPasswordProblems(
  password: string,
  person: Person,
  path = 'password',
): readonly FieldProblem[] {
  const length = [...password].length;
  const plain = password.toLowerCase();
  const broken: readonly (readonly [boolean, string, string])[] = [
    [length < minimumPasswordLength, 'too_short', `must have at least ${minimumPasswordLength} characters`],
    [length > maximumPasswordLength, 'too_long', `must have at most ${maximumPasswordLength} characters`],
    [plain === person.username.toLowerCase(), 'is_username', 'must not be your name'],
    [plain === person.email.toLowerCase(), 'is_email', 'must not be your e-mail address'],
    [common.has(plain), 'too_common', 'is one of the most used passwords'],
  ];
  return broken.filter(([isBroken]) => isBroken).map(([, code, message]) => ({ path, code, message }));
}

/** The problems as a sentence about the password; undefined if there are none. */
export function describePasswordProblems(problems: readonly FieldProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  return `the password ${problems.map(({ message }) => message).join(', and ')}`;
}
