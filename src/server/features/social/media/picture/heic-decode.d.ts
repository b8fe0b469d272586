declare module 'heic-decode' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }
  type Images = { width: number; height: number; decode: () => Promise<Decoded> }[] & { dispose: () => void }
  function decode(input: { buffer: Uint8Array }): Promise<Decoded>
  namespace decode {
    /** The size of each picture; none is decoded yet. */
    function all(input: { buffer: Uint8Array }): Promise<Images>
  }
  export = decode
}
