import { useLayoutEffect, useRef } from 'react';
import { signatureInk } from './signature-path.ts';

interface SignaturePictureProps {
  svgPath: string;
  label: string;
}

/** A drawn signature, black on white in any colour scheme, as in the document. */
export function SignaturePicture({ svgPath, label }: SignaturePictureProps) {
  const picture = useRef<SVGSVGElement>(null);
  // Cut to the ink, whatever the size of the field in which it was drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for another drawing
  useLayoutEffect(() => {
    const box = picture.current?.querySelector('path')?.getBBox?.();
    if (!box) return;
    const edge = 2 * signatureInk;
    const size = [box.width + 2 * edge, box.height + 2 * edge];
    picture.current?.setAttribute('viewBox', [box.x - edge, box.y - edge, ...size].join(' '));
  }, [svgPath]);
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={label}
      viewBox="0 0 1000 500"
      style={{
        width: '11rem',
        maxWidth: '100%',
        height: '4.5rem',
        padding: '0.25rem 0.5rem',
        background: '#fff',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
      }}
    >
      <path
        d={svgPath}
        fill="none"
        stroke="#000"
        strokeWidth={signatureInk}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
