import { Client, errors } from '@elastic/elasticsearch';
import { DomainError } from '../../../domain/errors.ts';
import { createBreaker } from '../../breaker.ts';
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

/** For the question whether it is back. */
const probeWithinMs = 2_000;

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
export type OrNotReady = <T>(ask: () => Promise<T>) => Promise<T>;

export interface GuardedSearch {
  orNotReady: OrNotReady;
  /** Ends the questions whether it is back. */
  end(): void;
}

/** After one question without an answer the next ones wait for none, until the engine answers again. */
export function guardSearch(client: Client): GuardedSearch {
  const breaker = createBreaker({
    // each request has a limit of its own
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

/** An engine that refuses is there. */
function refusedUnlessAway(error: unknown): { refusal: unknown } {
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) throw error;
  return { refusal: error };
}

function notReady(cause: unknown): never {
  throw new DomainError('not_ready', 'the search is away, try again', { retryAfterSeconds: 5 }, cause);
}

/** A request that the engine does not understand: it would not understand it later. */
function isOurMistake(error: errors.ElasticsearchClientError): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 400;
}
