/** The page of a link for signing: the field to draw in, and sending the signature. The text stands without it, too. */
import { drawInk, fitToScreen, partsOf, pointOf, preventFling } from '../components/signature-ink.ts';
import { extend, mayBegin, type SignatureStroke, toSignature } from '../components/signature-path.ts';

const find = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
};

/** Absent on a page that says why nothing can be signed. */
const form = document.querySelector<HTMLFormElement>('#sign');
if (form) start(form);

function start(form: HTMLFormElement): void {
  const { token = '', messages = '{}' } = form.dataset;
  const texts = JSON.parse(messages) as Record<string, string>;
  const [name, role] = [find<HTMLInputElement>('#name'), find<HTMLInputElement>('#role')];
  const message = find('#message');
  const submit = find<HTMLButtonElement>('#sign [type=submit]');
  const label = submit.textContent;
  const pad = createPad(() => say(null));

  form.hidden = false;
  for (const field of [name, role]) {
    field.value = remembered(field.name);
    field.addEventListener('input', () => remember(field.name, field.value));
  }
  tellShown(token);

  /** @param code a key of the texts; null takes the message away */
  function say(code: string | null): void {
    message.hidden = code === null;
    message.textContent = code === null ? '' : (texts[code] ?? texts.FAILED ?? '');
    if (code !== null) message.scrollIntoView({ block: 'nearest' });
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    const signerName = name.value.trim();
    if (signerName === '') {
      say('NAME');
      name.focus();
      return;
    }
    const signature = toSignature(pad.strokes());
    if (!signature) return say(pad.strokes().length > 0 ? 'SHORT' : 'INK');
    say(null);
    submit.disabled = true;
    submit.textContent = texts.sending ?? '';
    const { svgPath: path, strokes } = signature;
    const outcome = await send({ token, signerName, signerRole: role.value.trim(), strokes, path });
    if (outcome === 'SIGNED') {
      forget(['name', 'role']);
      window.location.reload();
      return;
    }
    submit.textContent = label;
    // Another try changes nothing where the link is over.
    submit.disabled = ['CHANGED', 'REVOKED', 'EXPIRED', 'OTHERWISE', 'ALREADY', 'GONE'].includes(outcome);
    say(outcome);
  });
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify(body),
  });

const refusals: Record<number, string> = { 400: 'INK', 402: 'LIMIT', 404: 'GONE', 429: 'BUSY' };

/** @returns how the link stands, or what went wrong. Without an answer it may have arrived: sending again tells. */
async function send(signature: object): Promise<string> {
  try {
    const answer = await post('/api/signRequest/sign', signature);
    if (!answer.ok) return refusals[answer.status] ?? 'FAILED';
    return ((await answer.json()) as { state: string }).state;
  } catch {
    return 'FAILED';
  }
}

/** A person looks at it: it is visible for a second. Programs that only open links do not get so far. */
function tellShown(token: string): void {
  const tell = () => post('/api/signRequest/shown', { token }).catch(() => {});
  let timer: number | undefined;
  const watch = () => {
    window.clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = window.setTimeout(() => {
      document.removeEventListener('visibilitychange', watch);
      tell();
    }, 1000);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
}

/** What was typed outlives the page: a newer link opens in another tab. Some browsers keep nothing. */
const keyOf = (field: string) => `servicebook-sign-${field}`;
function remembered(field: string): string {
  try {
    return window.localStorage.getItem(keyOf(field)) ?? '';
  } catch {
    return '';
  }
}
function remember(field: string, value: string): void {
  try {
    window.localStorage.setItem(keyOf(field), value);
  } catch {}
}
function forget(fields: readonly string[]): void {
  try {
    for (const field of fields) window.localStorage.removeItem(keyOf(field));
  } catch {}
}

/** A field to draw in. The ink survives turning the phone: it is kept in units of the field. */
function createPad(onChange: () => void) {
  const frame = find('.pad');
  const canvas = find<HTMLCanvasElement>('.pad canvas');
  const [undo, clear] = [find<HTMLButtonElement>('#undo'), find<HTMLButtonElement>('#clear')];
  let strokes: SignatureStroke[] = [];
  let pen: { id: number; stroke: SignatureStroke } | null = null;
  let startTime: number | null = null;

  const draw = () => drawInk(canvas, pen ? [...strokes, pen.stroke] : strokes);
  const change = (next: SignatureStroke[]) => {
    strokes = next;
    frame.classList.toggle('inked', next.length > 0);
    undo.disabled = clear.disabled = next.length === 0;
    onChange();
    draw();
  };
  const add = (event: PointerEvent) => {
    if (!pen) return;
    startTime ??= event.timeStamp;
    pen.stroke = extend(pen.stroke, pointOf(event, canvas, startTime));
  };
  canvas.addEventListener('pointerdown', (event) => {
    // One pointer at a time, to ignore the palm of the hand.
    if (pen || event.button !== 0 || !mayBegin(strokes)) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    frame.classList.add('inked');
    pen = { id: event.pointerId, stroke: { points: [] } };
    add(event);
    draw();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (pen?.id !== event.pointerId) return;
    for (const part of partsOf(event)) add(part);
    draw();
  });
  const end = (event: PointerEvent) => {
    if (pen?.id !== event.pointerId) return;
    const { stroke } = pen;
    pen = null;
    change([...strokes, stroke]);
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  preventFling(canvas);
  undo.addEventListener('click', () => change(strokes.slice(0, -1)));
  clear.addEventListener('click', () => change([]));
  new ResizeObserver(() => {
    fitToScreen(canvas);
    draw();
  }).observe(canvas);
  return { strokes: () => strokes };
}
