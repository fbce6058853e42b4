/** The part of WebAssembly used here; its types otherwise come only with those of the browser. */
declare namespace WebAssembly {
  type Module = object;
  class Memory {
    constructor(size: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(binary: Uint8Array): Promise<Module>;
}
