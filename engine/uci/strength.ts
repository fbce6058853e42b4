import type { AnalysisRequest } from '../request.ts';
import { strongest, weakest } from './options.ts';

/** Nodes at the two ends of the scale; every 100 points multiply them by the same factor. */
const fewestNodes = 40;
const mostNodes = 60_000;

/** Limits nodes and depth: weaker play that still sees replies one move away, like a person. */
export function limitStrength(request: AnalysisRequest, elo: number): AnalysisRequest {
  const share = (Math.min(Math.max(elo, weakest), strongest) - weakest) / (strongest - weakest);
  const nodes = Math.round(fewestNodes * (mostNodes / fewestNodes) ** share);
  const depth = 2 + Math.round(share * 12);
  return {
    ...request,
    nodes: Math.min(request.nodes ?? nodes, nodes),
    depth: Math.min(request.depth ?? depth, depth),
  };
}
