/** The part of libheif's decoder that is used; the package describes only its C functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface Photo {
    get_width(): number;
    get_height(): number;
    /** Draws into the pixels; null when it fails. */
    display(pixels: ImageData, done: (drawn: ImageData | null) => void): void;
  }
  export default function load(): { HeifDecoder: new () => { decode(bytes: Uint8Array): Photo[] } };
}
