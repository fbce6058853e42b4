import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineJsonBytes } from '../../domain/limits.ts';
import type { BodyReader } from '../../ecosystems/context/bodies.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { type BodyReading, createBodyReading } from './bodies.ts';
import type { Holder } from './body-owner.ts';

const npm = await createEcosystems().get('npm').wire();
const alice: Holder = { key: 'person:alice', isKnown: true };
const bob: Holder = { key: 'person:bob', isKnown: true };
const carol: Holder = { key: 'person:carol', isKnown: true };
const anonymous: Holder = { key: 'address:192.0.2.1', isKnown: false };

function readerOf(name: string) {
  const reader = npm.readers.find((each) => each.name === name);
  if (!reader) throw new Error(`no reader ${name}`);
  return reader as unknown as BodyReader<null, ReadonlyMap<string, ReadonlySet<string>>>;
}

let reading: BodyReading;

beforeAll(() => {
  reading = createBodyReading();
});

afterAll(() => reading.close());

describe('a body', () => {
  const bulk = readerOf('audit-bulk');
  const large = `{"probe":["1.0.0"]${' '.repeat(inlineJsonBytes)}}`;

  it('that is small is read at once', async () => {
    const asked = await reading.for('npm', alice).read(bulk, Buffer.from('{"probe":["1.0.0"]}'), null);

    expect(asked).toEqual(new Map([['probe', new Set(['1.0.0'])]]));
    expect(reading.threaded).toBe(0);
  });

  it('that is large is read in a thread, to the same end', async () => {
    const asked = await reading.for('npm', alice).read(bulk, Buffer.from(large), null);

    expect(asked).toEqual(new Map([['probe', new Set(['1.0.0'])]]));
    expect(reading.threaded).toBe(1);
  });

  it("that is large and wrong is refused in the reader's own words", async () => {
    const wrong = Buffer.from(large.replace('"1.0.0"', '17'));

    await expect(reading.for('npm', alice).read(bulk, wrong, null)).rejects.toMatchObject({
      name: 'DomainError',
      code: 'bad_request',
      message: 'the body is no list of versions by name',
    });
  });

  it('that takes too long to read ends its thread, and the next one is read', async () => {
    const hasty = createBodyReading({ withinMs: 1 });
    await expect(hasty.for('npm', alice).read(bulk, Buffer.from(large), null)).rejects.toMatchObject({
      code: 'overloaded',
      meta: { retryAfterSeconds: 2 },
    });
    await hasty.close();

    expect(await reading.for('npm', alice).read(bulk, Buffer.from(large), null)).toBeInstanceOf(Map);
  });
});

it('of a publisher is read while as many anonymous ones wait as may', async () => {
  const bulk = readerOf('audit-bulk');
  const large = Buffer.from(`{"probe":["1.0.0"]${' '.repeat(2 * inlineJsonBytes)}}`);
  let done = 0;
  const flood = Array.from({ length: 40 }, async () => {
    try {
      await reading.for('npm', anonymous).read(bulk, Buffer.from(large), null);
      done += 1;
      return 'read';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  });

  const published = await Promise.all(
    Array.from({ length: 16 }, () => reading.for('npm', alice).read(bulk, Buffer.from(large), null)),
  );

  expect(published).toHaveLength(16);
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((each) => each === 'overloaded')).toHaveLength(31);
  expect(done).toBe(9);
});

it('of one account is not read before those of others, however many came first', async () => {
  const bulk = readerOf('audit-bulk');
  const large = Buffer.from(`{"probe":["1.0.0"]${' '.repeat(2 * inlineJsonBytes)}}`);
  const order: string[] = [];
  const read = async (who: Holder) => {
    await reading.for('npm', who).read(bulk, Buffer.from(large), null);
    order.push(who.key);
  };
  const flood = Promise.allSettled(Array.from({ length: 40 }, () => read(alice)));

  await Promise.all([read(bob), read(carol), read(bob)]);

  // a thread may start late; the queue never holds more than 16 waiting bodies
  expect(order.filter((key) => key === alice.key).length).toBeLessThan(20);
  await flood;
});

it('of an account without waiting ones takes the place of the newest of the account with most', async () => {
  const bulk = readerOf('audit-bulk');
  const large = Buffer.from(`{"probe":["1.0.0"]${' '.repeat(2 * inlineJsonBytes)}}`);
  const read = (who: Holder) => reading.for('npm', who).read(bulk, Buffer.from(large), null);
  const floods = [alice, bob].map((who) => Promise.allSettled(Array.from({ length: 30 }, () => read(who))));

  await expect(read(carol)).resolves.toBeInstanceOf(Map);

  const refused = (await Promise.all(floods)).flat().filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(60 - 2 - 16 + 1);
});

it('what a reader makes of a large body is the same from a thread', async () => {
  const oci = await createEcosystems().get('oci').wire();
  const reader = oci.readers.find(({ name }) => name === 'manifest') as unknown as BodyReader<
    object,
    unknown
  >;
  const layer = { mediaType: 'application/octet-stream', digest: `sha256:${'a'.repeat(64)}`, size: 1 };
  const annotations = { text: 'x'.repeat(inlineJsonBytes) };
  const body = Buffer.from(JSON.stringify({ schemaVersion: 2, config: layer, layers: [layer], annotations }));
  const options = { mediaType: 'application/vnd.oci.image.manifest.v1+json', algorithm: 'sha256' };

  const read = await reading.for('oci', alice).read(reader, body, options);

  expect(read).toEqual(reader.read(body, options));
  expect(JSON.stringify(read).length).toBeLessThan(1_000);
});

it('every reader has a name of its own in its ecosystem', async () => {
  const known: Record<string, number> = {};
  for (const ecosystem of createEcosystems().all) {
    const { readers } = await ecosystem.wire();
    const names = readers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    known[ecosystem.id] = names.length;
  }
  // these formats only take whole files
  expect(Object.keys(known).filter((id) => known[id] === 0)).toEqual(['generic', 'maven', 'pypi']);
});
