// Declares WebAssembly, because this library has neither the types of Node nor those of a browser.
declare const WebAssembly: {
  Memory: new (pages: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

interface Memory {
  readonly buffer: ArrayBuffer;
}

const PAGE_BYTES = 65_536;

/** Creates a memory of at least `bytes`. The operating system provides memory only when it is first written. */
export function newMemory(bytes: number): Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
}

/**
 * Compiles a kernel: a module that imports its memory as `NAME.memory`.
 * @returns a function that returns the exports of the kernel over a memory
 */
export function kernelOf<Exports>(module: Uint8Array, name: string): (memory: Memory) => Exports {
  const compiled = new WebAssembly.Module(module);
  return (memory) => new WebAssembly.Instance(compiled, { [name]: { memory } }).exports as Exports;
}
