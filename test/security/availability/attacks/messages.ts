import { type EcosystemName, publish, unique } from '../../publish.ts';
import { forEach } from '../../raw-request.ts';
import { type Attack, expectAnswer, type Target } from './attack.ts';
import { countFields, markedManifests, type MarkedManifest, withField } from './marked-manifests.ts';

const many = 250_000;
/** What expressions over messages and stacks take quadratic time for. */
const texts: readonly string[] = [
  `a${' '.repeat(many)}b`,
  '\\'.repeat(many),
  `a${'\n    at execute (\\worker\\src\\activity.ts:1:'.repeat(many / 50)}b`,
  `a${'\n'.repeat(many)}b`,
];

/** Published, held, or refused in words. */
const answered = [200, 201, 202, 400, 403, 409, 413, 415, 422];

/** Every text of every manifest can end in a sentence that says what is wrong with it. */
export const messages: readonly Attack[] = Object.entries(markedManifests).map(([ecosystem, manifest]) => ({
  name: `texts of ${many} characters, one in each field of a manifest of ${ecosystem}`,
  async run(target) {
    const cases = Array.from({ length: countFields(manifest) }, (_, field) =>
      texts.map((text) => ({ field, text })),
    ).flat();
    // the keys of the table are the names of ecosystems
    await forEach(cases, (each) => publishWith(target, ecosystem as EcosystemName, manifest, each), 4);
  },
}));

async function publishWith(
  { url, attacker: { token } }: Target,
  ecosystem: EcosystemName,
  manifest: MarkedManifest,
  { field, text }: { field: number; text: string },
): Promise<void> {
  const [name, version] = [nameFor(ecosystem), '1.0.0'];
  const file = await manifest.pack(withField(manifest, { name, version, field, text }), name, version);
  expectAnswer(await publish(url, { ecosystem, name, version, file, token }), answered);
}

function nameFor(ecosystem: EcosystemName): string {
  const word = `texts${unique()}`;
  if (ecosystem === 'composer') return `${word}/${word}`;
  return ecosystem === 'maven' ? `${word}:${word}` : word;
}
