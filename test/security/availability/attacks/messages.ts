import { shareOf } from '../../../support/matrix.ts';
import { publish, unique } from '../../publish.ts';
import { type Answer, forEach } from '../../raw-request.ts';
import { type Attack, expectAnswer, send, type Target } from './attack.ts';
import {
  countFields,
  markedManifests,
  type MarkedManifest,
  type MarkedText,
  withField,
} from './marked-manifests.ts';
import { markedRequests } from './marked-requests.ts';

const many = 250_000;
/** Texts for which regular expressions over messages and stacks take quadratic time. */
const texts: readonly string[] = [
  `a${' '.repeat(many)}b`,
  '\\'.repeat(many),
  `a${'\n    at execute (\\worker\\src\\activity.ts:1:'.repeat(many / 50)}b`,
  `a${'\n'.repeat(many)}b`,
];

/** Published, held, or refused in words. */
const answered = [200, 201, 202, 400, 403, 404, 409, 413, 415, 422];

/** Every text of each manifest, and of the declaration beside it, can appear in an error message. */
export const messages: readonly Attack[] = [
  ...Object.entries(markedManifests).map(([ecosystem, manifest]) =>
    inEachField(`a manifest of ${ecosystem}`, manifest, (...args) =>
      publishWith(ecosystem, manifest, ...args),
    ),
  ),
  ...Object.entries(markedRequests).map(([what, request]) =>
    inEachField(what, request, async (target, fill) => {
      const name = `texts${unique()}`;
      return send(target, await request.ask(fill(name, '1.0.0'), target.attacker.token, name));
    }),
  ),
];

type Fill = (name: string, version: string) => string;

function inEachField(
  what: string,
  marked: MarkedText,
  publishIt: (target: Target, fill: Fill) => Promise<Answer>,
): Attack {
  return {
    name: `texts of ${many} characters, one in each field of ${what}`,
    async run(target) {
      const cases = Array.from({ length: countFields(marked) }, (_, field) =>
        // two fields beside each other get all texts
        shareOf(texts, 2, field).map((text) => ({ field, text })),
      ).flat();
      await forEach(
        cases,
        async (each) => {
          const fill: Fill = (name, version) => withField(marked, { name, version, ...each });
          expectAnswer(await publishIt(target, fill), answered);
        },
        4,
      );
    },
  };
}

async function publishWith(
  ecosystem: string,
  manifest: MarkedManifest,
  { url, attacker: { token } }: Target,
  fill: Fill,
): Promise<Answer> {
  const [name, version] = [nameFor(ecosystem), '1.0.0'];
  const file = await manifest.pack(fill(name, version), name, version);
  return publish(url, { ecosystem, name, version, file, token });
}

function nameFor(ecosystem: string): string {
  const word = `texts${unique()}`;
  if (ecosystem === 'composer') return `${word}/${word}`;
  return ecosystem === 'maven' ? `${word}:${word}` : word;
}
