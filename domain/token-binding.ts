/** The limits of a token; all of them apply. Null: no limit of this kind. */
export interface TokenBinding {
  organizationId: string | null;
  ecosystem: string | null;
  /** A pattern for package names; `*` matches any sequence of characters. */
  namePattern: string | null;
}

/** The facts of an object that bindings compare; absent facts do not exist. */
export interface BoundTarget {
  packageId?: string | null;
  repositoryId?: string | null;
  ownerOrgId?: string | null;
  /** The ecosystem of the packages. */
  ecosystem?: string;
  name?: string;
}

/** Whether the pattern matches a package name in its author's spelling. Case is ignored. */
export function matchesName(pattern: string, name: string): boolean {
  const [head = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (!text.startsWith(head)) return false;
  const tail = parts.pop();
  if (tail === undefined) return text === head;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}

/** Whether a binding allows a package's name, in any repository. */
export function allowsName(
  { ecosystem, namePattern }: TokenBinding,
  target: Pick<BoundTarget, 'ecosystem' | 'name'>,
): boolean {
  if (ecosystem === null && namePattern === null) return true;
  // a target without an ecosystem is not a package
  if (target.ecosystem === undefined || target.name === undefined) return false;
  if (ecosystem !== null && ecosystem !== target.ecosystem) return false;
  return namePattern === null || matchesName(namePattern, target.name);
}

export function allowsTarget(binding: TokenBinding, target: BoundTarget): boolean {
  const { organizationId } = binding;
  if (organizationId !== null && organizationId !== target.ownerOrgId) return false;
  return allowsName(binding, target);
}
