import 'react-pdf/dist/Page/TextLayer.css';
import { useDebouncedValue, useTimeout } from '@mantine/hooks';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Document, Page, pdfjs } from 'react-pdf';
import classes from './file-preview.module.css';
import type { PreviewProps } from './image-preview.tsx';
import { LoadingState } from './states.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Decoders for scanner formats (fax, JBIG2, JPEG 2000). pdf.js requests them by name, but the build renames every
 * file. They are WebAssembly: the content security policy must allow 'wasm-unsafe-eval'.
 */
const decoders: Record<string, string> = {
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openjpegUrl,
};

class DecoderFiles {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = decoders[filename];
    if (!url) throw new Error(`No file ${filename} for PDFs`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

const options = {
  BinaryDataFactory: DecoderFiles,
  useWorkerFetch: false,
  useSystemFonts: true,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};
/** The server's statuses when it is busy rendering, or after rendering was interrupted. */
const busy = [429, 503];
/** pdf.js does not expose headers, so retries use the server's usual delay. */
const retryPolicy = { milliseconds: 5000, times: 6 };
const a4 = 297 / 210;
const widest = 900;

/** All pages of a PDF in one column; only those near the viewport are drawn, so long manuals stay fast. */
export function PdfPreview({ file, box, room, zoom, onFailed }: PreviewProps) {
  const [pages, setPages] = useState(0);
  const [ratio, setRatio] = useState(a4);
  const [attempt, setAttempt] = useState(0);
  const retryTimer = useTimeout(() => setAttempt(attempt + 1), retryPolicy.milliseconds);
  const gutter = room.width < 600 ? 0 : 48;
  const width = Math.floor(Math.min(widest, room.width - gutter) * zoom.zoom);
  // While zooming, the drawn page is stretched; it is redrawn afterwards.
  const [drawnWidth] = useDebouncedValue(width, 250, { leading: true });

  const onLoadError = (error: Error) => {
    const isBusy = error instanceof pdfjs.ResponseException && busy.includes(error.status);
    if (isBusy && attempt < retryPolicy.times) retryTimer.start();
    else onFailed();
  };

  return (
    <Document
      key={attempt}
      file={file.url}
      options={options}
      suspense={false}
      className={classes.pdf ?? ''}
      loading={<LoadingState />}
      error={<LoadingState />}
      onLoadSuccess={async (document) => {
        const [, , pageWidth = 210, pageHeight = 297] = (await document.getPage(1)).view;
        setRatio(pageHeight / pageWidth);
        setPages(document.numPages);
      }}
      onLoadError={onLoadError}
      onSourceError={onFailed}
    >
      {width > 0 &&
        Array.from({ length: pages }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={index}
            page={index + 1}
            pages={pages}
            width={width}
            drawnWidth={drawnWidth}
            ratio={ratio}
            box={box}
          />
        ))}
    </Document>
  );
}

interface PdfPageProps {
  page: number;
  pages: number;
  width: number;
  drawnWidth: number;
  /** Height divided by width of the first page: the estimate until this page is known. */
  ratio: number;
  box: RefObject<HTMLDivElement | null>;
}

function PdfPage({ page, pages, width, drawnWidth, ratio, box }: PdfPageProps) {
  const { t } = useTranslation('components');
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(page === 1);
  const [own, setOwn] = useState(ratio);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: box.current,
      rootMargin: '100% 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  return (
    <section
      ref={place}
      className={classes.page}
      aria-label={t('files.pdfPage', { page, pages })}
      style={{ width, height: width * own }}
    >
      {near && (
        <Page
          pageNumber={page}
          width={drawnWidth}
          // A higher resolution would not be visible, but needs much memory.
          devicePixelRatio={Math.min(window.devicePixelRatio, drawnWidth > 1600 ? 1 : 2)}
          renderAnnotationLayer={false}
          loading={null}
          onLoadSuccess={({ originalWidth, originalHeight }) => setOwn(originalHeight / originalWidth)}
        />
      )}
    </section>
  );
}
