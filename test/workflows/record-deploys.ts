import { createSigner } from '../../ecosystems/openpgp/fixtures/signer.ts';
import { type Coordinates, mavenRequests } from '../integration/maven/requests.ts';
import type { OwnPlatform } from '../support/platform.ts';
import { credential } from '../security/publish.ts';
import { save, untilClosed } from './save-history.ts';

const version = '1.0.0';
const at = (group: string, artifact = 'probe'): Coordinates => ({ group, artifact, version });
const runOf = ({ group, artifact }: Coordinates, file = '') =>
  `publish:maven:${group}:${artifact}@${version}${file}`;

/** Deploys of Maven: whole ones, what joins them, two modules of one build, one that ends by the clock, and one that a person rejects. */
export async function recordDeploys(platform: OwnPlatform): Promise<void> {
  const { adminToken: token } = platform;
  const maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.9.9 (Java 17.0.1; Linux 6.1)');
  const other = mavenRequests(platform);
  // a machine that is busy takes longer than the deadline: its answer is 202, and its history the same
  const expectStatus = async (answer: Promise<Response>, wanted: number) => {
    const { status } = await answer;
    if (status !== wanted && status !== 202) throw new Error(`${status} instead of ${wanted}`);
  };
  const finish = async (name: string, workflowId: string) => {
    await untilClosed(platform, workflowId);
    await save(platform, name, workflowId);
  };

  const first = at('org.demo.first');
  await expectStatus(maven.deploy(first, token, 'the jar'), 201);
  await finish('maven-deployed', runOf(first));
  await expectStatus(maven.putFile(first, '-javadoc.jar', token, 'documentation'), 201);
  await finish('maven-classifier', runOf(first, '/probe-1.0.0-javadoc.jar'));
  const signer = await createSigner('Ada');
  await expectStatus(maven.putFile(first, '.jar.asc', token, await signer.sign('the jar')), 201);
  await finish('maven-signature', runOf(first, '/probe-1.0.0.jar.asc'));
  await expectStatus(maven.putFile(first, '-sources.jar.asc', token, 'none'), 400);
  await finish('maven-signature-refused', runOf(first, '/probe-1.0.0-sources.jar.asc'));

  const modules = [at('org.demo.build', 'core'), at('org.demo.build', 'web')];
  for (const module of modules) {
    await expectStatus(maven.putFile(module, '.jar', token, module.artifact), 201);
    await expectStatus(maven.putPom(module, token), 201);
  }
  for (const [index, module] of modules.entries()) {
    await expectStatus(maven.commit(module, token), index === 0 ? 202 : 201);
  }
  for (const module of modules) await finish(`maven-module-${module.artifact}`, runOf(module));

  const refused = at('org.demo.refused');
  await expectStatus(maven.putFile(refused, '.jar', token, 'the jar'), 201);
  await expectStatus(maven.commit(refused, token), 400);
  await finish('maven-refused', runOf(refused));

  const held = at('org.demo.held');
  await expectStatus(maven.deploy(held, token, `token = "${credential()}"`), 202);
  const path = `/v1/packages/maven/${held.group}:${held.artifact}/releases/${version}/reject`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'looked at' });
  await expectStatus(fetch(`${platform.url}${path}`, { method: 'POST', headers, body }), 200);
  await finish('maven-held', runOf(held));

  const idle = at('org.demo.idle');
  await expectStatus(other.putFile(idle, '.jar', token, 'the jar'), 201);
  await expectStatus(other.putPom(idle, token), 201);
  await finish('maven-idle', runOf(idle));
}
