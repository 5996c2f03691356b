import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { SignatureDialog } from './signature-dialog.tsx';

const onSign = vi.fn();
const onClose = vi.fn();
const dialog = (props: Partial<React.ComponentProps<typeof SignatureDialog>> = {}) => (
  <SignatureDialog opened saving={false} onSign={onSign} onClose={onClose} {...props} />
);
const pad = () => screen.getByRole('img', { name: /^Signature field/ });
const name = () => screen.getByRole('textbox', { name: 'Name of the signer' });
const sign = () => screen.getByRole('button', { name: 'Sign' });

/** Draws a line; places as shares of the field's width and height. */
function stroke(...places: [number, number][]) {
  const point = ([x, y]: [number, number]) => ({
    clientX: x * 400,
    clientY: y * 200,
    pointerId: 1,
    button: 0,
  });
  const [first = [0, 0], ...rest] = places;
  fireEvent.pointerDown(pad(), point(first));
  for (const place of rest) fireEvent.pointerMove(pad(), point(place));
  fireEvent.pointerUp(pad(), point(rest.at(-1) ?? first));
}

beforeEach(() => {
  vi.clearAllMocks();
  // What jsdom has no notion of: drawing, capture and layout.
  HTMLCanvasElement.prototype.getContext = () => null;
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ x: 0, y: 0, width: 400, height: 200 }),
  );
});

describe('SignatureDialog', () => {
  it('hands on the ink, who signed and when', async () => {
    const { user } = await renderComponent(dialog({ defaultSignerRole: 'Plant manager' }));
    await user.type(name(), ' Jan Kowalski ');
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.click(sign());
    expect(onSign).toHaveBeenCalledOnce();
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({
      svgPath: 'M100 250L500 250',
      width: 1000,
      height: 500,
      strokes: [
        {
          points: [
            { x: 100, y: 250, time: 0 },
            { x: 500, y: 250 },
          ],
        },
      ],
      signerName: 'Jan Kowalski',
      signerRole: 'Plant manager',
      consentToLocation: false,
      latitude: null,
      longitude: null,
      signedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('cannot be confirmed without a name, without ink, or with a slip of the hand', async () => {
    const { user } = await renderComponent(dialog());
    await user.click(sign());
    expect(screen.getByText('Enter the name of the signer.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('There is no signature yet.');
    expect(name()).toHaveFocus();
    await user.type(name(), 'Jan');
    stroke([0.1, 0.5]);
    await user.click(sign());
    expect(screen.getByRole('alert')).toHaveTextContent('There is no signature yet.');
    expect(onSign).not.toHaveBeenCalled();
    stroke([0.1, 0.5], [0.5, 0.5]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes back the last stroke, and all of them', async () => {
    const { user } = await renderComponent(dialog({ defaultSignerName: 'Jan' }));
    stroke([0.1, 0.5], [0.5, 0.5]);
    stroke([0.6, 0.5], [0.9, 0.5]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0].svgPath).toBe('M100 250L500 250');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await user.click(sign());
    expect(onSign).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  it('lets no touch scroll or fling, so that the tap after a quick stroke arrives', async () => {
    await renderComponent(dialog());
    // fireEvent answers false where the default was prevented.
    expect(fireEvent.touchStart(pad())).toBe(false);
    expect(fireEvent.touchMove(pad())).toBe(false);
    expect(fireEvent.touchStart(sign())).toBe(true);
  });

  it('asks before ink is thrown away, and not without ink', async () => {
    const { user } = await renderComponent(dialog());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep signing' }));
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText('Discard the signature?')).toBeNull());
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('keeps the ink and says why when saving failed', async () => {
    const { user, show } = await renderComponent(dialog({ defaultSignerName: 'Jan' }));
    stroke([0.1, 0.5], [0.5, 0.5]);
    show(dialog({ defaultSignerName: 'Jan', saving: true }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    show(dialog({ defaultSignerName: 'Jan', error: new ApiError({ status: 0, code: 'CONNECTION' }) }));
    expect(screen.getByRole('alert')).toHaveTextContent(/connection/i);
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0].svgPath).toBe('M100 250L500 250');
  });
});

describe('the place', () => {
  const locate = (answer: (found: PositionCallback, refused: PositionErrorCallback) => void) =>
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: vi.fn(answer) },
    });
  const consent = () =>
    screen.getByRole('checkbox', { name: 'Keep the place of signing with the signature' });

  it('is read only with consent', async () => {
    locate((found) =>
      found({ coords: { latitude: 51.1, longitude: 17.03, accuracy: 11.4 } } as GeolocationPosition),
    );
    const { user } = await renderComponent(dialog({ defaultSignerName: 'Jan' }));
    expect(navigator.geolocation.getCurrentPosition).not.toHaveBeenCalled();
    await user.click(consent());
    expect(screen.getByText('Position found, accurate to 12 m.')).toBeVisible();
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({
      consentToLocation: true,
      latitude: 51.1,
      longitude: 17.03,
    });
    await user.click(consent());
    await user.click(sign());
    expect(onSign.mock.calls[1]?.[0]).toMatchObject({ consentToLocation: false, latitude: null });
  });

  it('stays empty where the device refuses, and signing goes on', async () => {
    locate((_, refused) => refused({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError));
    const { user } = await renderComponent(dialog({ defaultSignerName: 'Jan' }));
    await user.click(consent());
    expect(screen.getByText(/It will be signed without/)).toBeVisible();
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({ latitude: null, longitude: null });
  });
});
