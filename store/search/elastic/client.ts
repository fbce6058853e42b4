import { Client, errors } from '@elastic/elasticsearch';
import { DomainError } from '../../../domain/errors.ts';
import { createBreaker } from '../../breaker.ts';
import { refuseInTransaction } from '../../postgres/transactions.ts';

export interface ElasticOptions {
  nodes: readonly string[];
  /** Alias of the searched index; the names of its indexes begin with it. */
  index: string;
  auth?: { apiKey: string } | { username: string; password: string };
  /** Certificates in PEM. */
  ca?: string;
}

/** Time limit of a search: a later result would be too late. */
const answerWithinMs = 5_000;
/** Time limit of background work: creating and filling indexes. */
const changeWithinMs = 30_000;

/** Time limit of a probe while the engine is unavailable. */
const probeWithinMs = 2_000;

export function openClient({ nodes, auth, ca }: ElasticOptions): Client {
  return new Client({
    nodes: [...nodes],
    ...(auth && { auth }),
    ...(ca !== undefined && { tls: { ca } }),
    requestTimeout: answerWithinMs,
    // retries on another node, if there is one
    maxRetries: nodes.length > 1 ? 1 : 0,
  });
}

/** The same connections, with the time limit of background work. */
export function patientClient(client: Client): Client {
  return client.child({ requestTimeout: changeWithinMs });
}

/**
 * Runs a request to the engine; while the engine is unavailable, or has no index yet, the error is `not_ready`.
 * @throws DomainError
 */
export type OrNotReady = <T>(ask: () => Promise<T>) => Promise<T>;

export interface GuardedSearch {
  orNotReady: OrNotReady;
  /** Ends the probes. */
  end(): void;
}

/** After one request without an answer, later requests fail at once, until the engine answers again. */
export function guardSearch(client: Client): GuardedSearch {
  const breaker = createBreaker({
    // each request has its own limit
    budgetMs: changeWithinMs,
    probe: () => client.ping({}, { maxRetries: 0, requestTimeout: probeWithinMs }),
    probeEveryMs: 500,
  });

  return {
    async orNotReady(ask) {
      refuseInTransaction('the search');
      const answer = await breaker.run(() => ask().then(found, refusedUnlessAway)).catch(notReady);
      if ('found' in answer) return answer.found;
      const { refusal } = answer;
      const isPassing = refusal instanceof errors.ElasticsearchClientError && !isOurMistake(refusal);
      if (isPassing) notReady(refusal);
      throw refusal;
    },
    end: () => breaker.end(),
  };
}

const found = <T>(value: T) => ({ found: value });

/** Returns a refusal instead of throwing it: an engine that refuses is available. */
function refusedUnlessAway(error: unknown): { refusal: unknown } {
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) throw error;
  return { refusal: error };
}

function notReady(cause: unknown): never {
  throw new DomainError('not_ready', 'the search is away, try again', { retryAfterSeconds: 5 }, cause);
}

/** Whether the request is invalid for the engine, so that a retry would fail as well. */
function isOurMistake(error: errors.ElasticsearchClientError): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 400;
}
