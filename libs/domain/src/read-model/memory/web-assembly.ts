// The part of WebAssembly in use: this library has neither Node's types nor a browser's.
declare const WebAssembly: {
  Memory: new (pages: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

interface Memory {
  readonly buffer: ArrayBuffer;
}

const PAGE_BYTES = 65_536;

/** Returns a memory of at least `bytes`. It takes addresses at once, and memory where it is written. */
export function newMemory(bytes: number): Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
}

/** Compiles a module. Returns a function that runs it over a memory, which the module imports by a name. */
export function kernelOf<Exports>(module: Uint8Array, name: string): (memory: Memory) => Exports {
  const compiled = new WebAssembly.Module(module);
  return (memory) => new WebAssembly.Instance(compiled, { [name]: { memory } }).exports as Exports;
}
