import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Bodies, Sender } from '../../ecosystems/bodies.ts';
import type { BodyReading } from './bodies.ts';
import { holderOf } from './body-owner.ts';

/** Bodies of an ecosystem's requests, each counted for whoever sent it. */
export function createBodies(reading: Pick<BodyReading, 'for'>, ecosystem: EcosystemId): Bodies {
  const of = ({ request, actor }: Sender) => reading.for(ecosystem, holderOf(actor, request.ip));
  return {
    hold: (sender, work) => of(sender).hold(work),
    keep: (sender, bytes, work) => of(sender).keep(bytes, work),
    read: (sender, reader, bytes, options) => of(sender).read(reader, bytes, options),
  };
}
