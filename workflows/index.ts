export { analysePosition } from './analyse-position.ts';
export { publishFile, publishFile as attachFile } from './publish-file.ts';
export { cleanOciBlobs } from './clean-oci-blobs.ts';
export { holdRelease } from './hold-release.ts';
export { importAdvisories } from './import-advisories.ts';
export { cleanExpired, reconcileReleases, renderDocuments } from './maintenance.ts';
export { projectPackage } from './project-package.ts';
export { publishRelease } from './publish-release.ts';
export { reviewGame } from './review-game.ts';
