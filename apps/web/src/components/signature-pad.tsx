import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import {
  type CSSProperties,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { drawInk, fitToScreen, partsOf, pointOf, preventFling } from './signature-ink.ts';
import classes from './signature-pad.module.css';
import {
  extend,
  fieldWidth,
  heightOf,
  mayBegin,
  type Signature,
  type SignatureStroke,
  toSignature,
} from './signature-path.ts';

interface SignaturePadProps {
  /** The initial ink. */
  kept?: readonly SignatureStroke[];
  /** Called after every change; null while there is no signature, even if there is some ink. */
  onChange: (signature: Signature | null, hasInk: boolean) => void;
  disabled?: boolean;
  /** Marks the field as missing. */
  invalid?: boolean;
}

/**
 * A field to sign with finger, pen or mouse, as large as its container allows. Its proportions are fixed by the first
 * stroke, so the ink survives rotation and resizing.
 */
export function SignaturePad({ kept = [], onChange, disabled = false, invalid = false }: SignaturePadProps) {
  const { t } = useTranslation('signature');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [strokes, setStrokes] = useState<SignatureStroke[]>([...kept]);
  /** The height of the field while it has ink, in its units. */
  const [height, setHeight] = useState(kept.length > 0 ? heightOf(kept) : null);
  /** Read by redraws outside of rendering: animation frames, resizing. */
  const drawn = useRef<SignatureStroke[]>([]);
  const pen = useRef<{ id: number; stroke: SignatureStroke } | null>(null);
  const startTime = useRef<number | null>(null);
  const frame = useRef(0);

  const redraw = useCallback(() => {
    const element = canvas.current;
    if (element) drawInk(element, pen.current ? [...drawn.current, pen.current.stroke] : drawn.current);
  }, []);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const resize = () => {
      fitToScreen(element);
      redraw();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    resize();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame.current);
    };
  }, [redraw]);

  useEffect(() => {
    drawn.current = strokes;
    redraw();
  }, [strokes, redraw]);

  // React's own listeners are passive.
  useEffect(() => (canvas.current ? preventFling(canvas.current) : undefined), []);

  const change = (next: SignatureStroke[]) => {
    drawn.current = next;
    setStrokes(next);
    if (next.length === 0) setHeight(null);
    onChange(toSignature(next), next.length > 0);
  };

  const add = (event: globalThis.PointerEvent) => {
    const element = canvas.current;
    if (!element || !pen.current) return;
    // Kept ink has its own times; new strokes come after it.
    startTime.current ??= event.timeStamp - (strokes.at(-1)?.points.at(-1)?.time ?? 0);
    pen.current.stroke = extend(pen.current.stroke, pointOf(event, element, startTime.current));
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    // Tracks one pointer at a time, to ignore the palm of the hand.
    if (disabled || pen.current || event.button !== 0 || !mayBegin(strokes)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const drawn = event.currentTarget.getBoundingClientRect();
    if (height === null) setHeight((drawn.height / drawn.width) * fieldWidth);
    pen.current = { id: event.pointerId, stroke: { points: [] } };
    add(event.nativeEvent);
    redraw();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (pen.current?.id !== event.pointerId) return;
    for (const part of partsOf(event.nativeEvent)) add(part);
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(redraw);
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (pen.current?.id !== event.pointerId) return;
    const { stroke } = pen.current;
    pen.current = null;
    change([...strokes, stroke]);
  };

  const empty = strokes.length === 0;
  return (
    <div className={classes.root}>
      <div className={classes.space}>
        <div
          className={classes.frame}
          data-invalid={invalid || undefined}
          data-fixed={height !== null || undefined}
          style={{ '--rise': (height ?? 0) / fieldWidth } as CSSProperties}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={t('area')}
            className={classes.canvas}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onContextMenu={(event) => event.preventDefault()}
          />
          <div className={classes.line} aria-hidden>
            {empty && t('signHere')}
          </div>
        </div>
      </div>
      <div className={classes.tools}>
        <p className={classes.turn}>{t('turn')}</p>
        <Button
          variant="default"
          disabled={empty || disabled}
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          title={t('undo')}
          onClick={() => change(strokes.slice(0, -1))}
        >
          {t('undoShort')}
        </Button>
        <Button
          variant="default"
          disabled={empty || disabled}
          leftSection={<IconEraser size={20} aria-hidden />}
          onClick={() => change([])}
        >
          {t('clear')}
        </Button>
      </div>
    </div>
  );
}
