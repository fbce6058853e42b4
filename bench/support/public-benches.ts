/** One bench of `all`: a file of this folder that ends with `reportComparisons`. */
export interface PublicBench {
  /** Its file, and its name for `--only`. */
  file: string;
  title: string;
  /** Options that shorten the bench. */
  options?: readonly string[];
}

const npm = ['--seconds=2', '--rounds=3', '--operations=40', '--packages=60', '--versions=2000'];
const oci = ['--seconds=2', '--rounds=2', '--images=60', '--tags=1000', '--repositories=100'];
const pypi = ['--packages=50', '--reads=300', '--operations=20', '--rounds=2'];

/** Add new benches here. */
export const publicBenches: readonly PublicBench[] = [
  { file: 'npm', title: 'npm', options: npm },
  { file: 'oci', title: 'OCI', options: oci },
  { file: 'maven', title: 'Maven' },
  { file: 'cargo', title: 'Cargo' },
  { file: 'nuget', title: 'NuGet' },
  { file: 'composer', title: 'Composer' },
  { file: 'pypi', title: 'PyPI', options: pypi },
  { file: 'gems', title: 'RubyGems' },
  { file: 'generic', title: 'Plain files' },
];
