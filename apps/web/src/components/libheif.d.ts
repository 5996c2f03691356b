/** The part of libheif's decoder that we use; the package has types only for its C functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface Photo {
    get_width(): number;
    get_height(): number;
    /** Draws into the pixels; null if that fails. */
    display(pixels: ImageData, done: (drawn: ImageData | null) => void): void;
  }
  export default function load(): { HeifDecoder: new () => { decode(bytes: Uint8Array): Photo[] } };
}
