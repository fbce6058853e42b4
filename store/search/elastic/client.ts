import { Client, errors } from '@elastic/elasticsearch';
import { DomainError } from '../../../domain/errors.ts';
import { refuseInTransaction } from '../../postgres/transactions.ts';

export interface ElasticOptions {
  nodes: readonly string[];
  /** Alias that searches ask; the names of its indexes begin with it. */
  index: string;
  auth?: { apiKey: string } | { username: string; password: string };
  /** Certificates in PEM. */
  ca?: string;
}

/** The result of a longer search would come too late. */
const answerWithinMs = 5_000;
/** For background work: indexes are made and filled. */
const changeWithinMs = 30_000;

export function openClient({ nodes, auth, ca }: ElasticOptions): Client {
  return new Client({
    nodes: [...nodes],
    ...(auth && { auth }),
    ...(ca !== undefined && { tls: { ca } }),
    requestTimeout: answerWithinMs,
    // another node, where there is one
    maxRetries: nodes.length > 1 ? 1 : 0,
  });
}

/** The same connections, for background work. */
export function patientClient(client: Client): Client {
  return client.child({ requestTimeout: changeWithinMs });
}

/** Runs what asks the engine; while it is away, or has no index yet, the answer is `not_ready`. @throws DomainError */
export async function orNotReady<T>(ask: () => Promise<T>): Promise<T> {
  refuseInTransaction('the search');
  try {
    return await ask();
  } catch (error) {
    if (error instanceof errors.ElasticsearchClientError && !isOurMistake(error)) {
      throw new DomainError('not_ready', 'the search is away, try again', { retryAfterSeconds: 5 }, error);
    }
    throw error;
  }
}

/** A request that the engine does not understand: it would not understand it later. */
function isOurMistake(error: errors.ElasticsearchClientError): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 400;
}
