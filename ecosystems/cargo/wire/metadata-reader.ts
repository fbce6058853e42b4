import type { BodyReader } from '../../context/bodies.ts';
import { type ReadRequest, readPublishRequest } from '../format/declaration.ts';

export const metadataReader: BodyReader<null, ReadRequest> = {
  name: 'metadata',
  read: readPublishRequest,
};
