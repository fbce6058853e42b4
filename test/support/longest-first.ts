import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Small files that run long, by their seconds in descending order. Without results of an earlier run, the runner
 * starts with the largest files: these would come last, and one worker would run them while the others are idle.
 */
const longest = [
  'test/security/sweep.deep.test.ts',
  'test/security/malformed-bodies.deep.test.ts',
  'test/security/hostile-deploys.deep.test.ts',
  'test/security/authorization.deep.test.ts',
  'test/conformance/openapi/described-answers.deep.test.ts',
  'test/integration/maven/idle.deep.test.ts',
  'test/conformance/oci/distribution.deep.test.ts',
  'test/clients/npm/round-trip.deep.test.ts',
  'test/clients/oci/public-suite.deep.test.ts',
  'test/clients/npm/accounts.deep.test.ts',
  'tools/expressions/in-sources.deep.test.ts',
  'test/clients/npm/round-trip.test.ts',
  'test/clients/npm/accounts.test.ts',
  'test/clients/maven/deploy.test.ts',
  'test/clients/nuget/nuget-exe.test.ts',
  'test/clients/configure/login.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return at === -1 ? longest.length : at;
    };
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
