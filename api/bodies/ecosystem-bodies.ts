import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Bodies } from '../../ecosystems/context/bodies.ts';
import type { BodyReading } from './bodies.ts';
import { holderOf } from './body-owner.ts';

/** Reads the bodies of an ecosystem's requests, each counted for its sender. */
export function createBodies(reading: Pick<BodyReading, 'for'>, ecosystem: EcosystemId): Bodies {
  const of = ({ actor, origin }: Caller) => reading.for(ecosystem, holderOf(actor, origin.ipAddress ?? ''));
  return {
    hold: (sender, work) => of(sender).hold(work),
    keep: (sender, bytes, work) => of(sender).keep(bytes, work),
    read: (sender, reader, bytes, options) => of(sender).read(reader, bytes, options),
  };
}
