import type { NamespaceStanding } from '../../domain/namespace.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findNamespace, lockNamespace } from '../../store/postgres/packages/namespaces.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';

/** Finds the namespaces that contain a name, longest first. */
export function findStandings(
  db: Queryable,
  ecosystem: Format,
  nameKey: string,
): Promise<readonly NamespaceStanding[]> {
  return standingsOf(ecosystem, nameKey, (namespace) => findNamespace(db, ecosystem.id, namespace));
}

/** {@link findStandings} for a package to be created: locked until the end of the transaction. */
export function lockStandings(
  tx: Transaction,
  ecosystem: Format,
  nameKey: string,
): Promise<readonly NamespaceStanding[]> {
  return standingsOf(ecosystem, nameKey, (namespace) => lockNamespace(tx, ecosystem.id, namespace));
}

async function standingsOf(
  { namespaces }: Format,
  nameKey: string,
  read: (namespace: string) => Promise<Omit<NamespaceStanding, 'shared'>>,
): Promise<readonly NamespaceStanding[]> {
  const standings: NamespaceStanding[] = [];
  for (const namespace of namespaces.of(nameKey)) {
    standings.push({ ...(await read(namespace)), shared: namespaces.shared(namespace) });
  }
  return standings;
}
