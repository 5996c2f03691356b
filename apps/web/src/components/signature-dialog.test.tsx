import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { prepareCanvas, signatureField, stroke } from '../testing/draw-signature.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { SignatureDialog } from './signature-dialog.tsx';

const onSign = vi.fn();
const onClose = vi.fn();
const onStop = vi.fn();
const onDrawn = vi.fn();
const calls = { onSign, onClose, onStop, onDrawn };
const dialog = (props: Partial<React.ComponentProps<typeof SignatureDialog>> = {}) => (
  <SignatureDialog opened text={<p>The pump was replaced.</p>} ready saving={false} {...calls} {...props} />
);
const name = () => screen.getByRole('textbox', { name: 'Name of the signer' });
const sign = () => screen.getByRole('button', { name: 'Sign' });
const toField = () => screen.getByRole('button', { name: 'Continue to the signature' });

/** Goes past the text, to the field. */
async function renderField(props: Partial<React.ComponentProps<typeof SignatureDialog>> = {}) {
  const app = await renderComponent(dialog(props));
  await app.user.click(toField());
  return app;
}

beforeEach(() => {
  vi.clearAllMocks();
  prepareCanvas();
});

describe('SignatureDialog', () => {
  it('returns the ink, the signer and the time', async () => {
    const { user } = await renderField();
    await user.type(name(), ' Jan Kowalski ');
    await user.type(screen.getByRole('textbox', { name: /^Role/ }), 'Plant manager');
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

  it('cannot be confirmed without a name, without ink, or with an accidental touch', async () => {
    const { user } = await renderField();
    await user.click(sign());
    expect(screen.getByText('Enter the name of the signer.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('There is no signature yet.');
    expect(name()).toHaveFocus();
    await user.type(name(), 'Jan');
    stroke([0.1, 0.5]);
    await user.click(sign());
    expect(screen.getByRole('alert')).toHaveTextContent('This is too short for a signature.');
    expect(onSign).not.toHaveBeenCalled();
    stroke([0.1, 0.5], [0.5, 0.5]);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(sign());
    // The accidental stroke is not part of the signature.
    expect(onSign.mock.calls[0]?.[0].strokes).toHaveLength(1);
  });

  it('undoes the last stroke, and clears all', async () => {
    const { user } = await renderField();
    await user.type(name(), 'Jan');
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

  it('prevents touch scrolling, so that the tap after a quick stroke is recognised', async () => {
    await renderField();
    // fireEvent returns false if the default was prevented.
    expect(fireEvent.touchStart(signatureField())).toBe(false);
    expect(fireEvent.touchMove(signatureField())).toBe(false);
    expect(fireEvent.touchStart(sign())).toBe(true);
  });

  it('shows the text first, and again later without losing the drawing', async () => {
    const { user } = await renderComponent(dialog());
    expect(screen.getByText('The pump was replaced.')).toBeVisible();
    expect(screen.queryByRole('img', { name: /^Signature field/ })).toBeNull();
    await user.click(toField());
    expect(screen.queryByText('The pump was replaced.')).toBeNull();
    await user.type(name(), 'Jan');
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('The pump was replaced.')).toBeVisible();
    await user.click(toField());
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({ signerName: 'Jan', svgPath: 'M100 250L500 250' });
  });

  it('cannot be signed without the text, or while it has an error', async () => {
    const { show } = await renderComponent(dialog({ text: null, noText: 'Loading', ready: false }));
    expect(screen.getByText('Loading')).toBeVisible();
    expect(toField()).toBeDisabled();
    show(dialog({ ready: false }));
    expect(toField()).toBeDisabled();
  });

  it('fills in the last signer with one tap', async () => {
    const signers = [{ signerName: 'Ewa Lis', signerRole: 'Foreman' }];
    const { user } = await renderField({ signers });
    await user.click(screen.getByRole('button', { name: 'Ewa Lis, Foreman' }));
    expect(name()).toHaveValue('Ewa Lis');
    expect(screen.getByRole('textbox', { name: /^Role/ })).toHaveValue('Foreman');
    expect(screen.queryByRole('button', { name: 'Ewa Lis, Foreman' })).toBeNull();
  });

  it('says before closing that the ink is kept, and closes at once without ink', async () => {
    const { user } = await renderField();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep signing' }));
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText('Leave without signing?')).toBeNull());
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/The signature is kept on this device/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('can be cancelled and closed while it is being sent', async () => {
    const { user, show } = await renderField();
    await user.type(name(), 'Jan');
    stroke([0.1, 0.5], [0.5, 0.5]);
    show(dialog({ saving: true }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onStop).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(onStop).toHaveBeenCalledTimes(2);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps the ink and shows the reason if saving fails', async () => {
    const { user, show } = await renderField();
    await user.type(name(), 'Jan');
    stroke([0.1, 0.5], [0.5, 0.5]);
    show(dialog({ saving: true }));
    show(dialog({ error: new ApiError({ status: 0, code: 'CONNECTION' }) }));
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Not confirmed yet.*kept on this device.*connection/i,
    );
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0].svgPath).toBe('M100 250L500 250');
  });

  it('reports every change of the signature, and restores a stored one', async () => {
    const { user, unmount } = await renderField();
    expect(onDrawn).toHaveBeenLastCalledWith(null);
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.type(name(), 'Jan');
    const kept = onDrawn.mock.lastCall?.[0];
    expect(kept).toMatchObject({ signerName: 'Jan', signerRole: '', consentToLocation: false });
    unmount();

    // The signer has read it already, so the field comes first.
    const again = await renderComponent(dialog({ kept }));
    stroke([0.6, 0.5], [0.9, 0.5]);
    const { strokes } = onDrawn.mock.lastCall?.[0] ?? {};
    expect(strokes[0]).toEqual(kept.strokes[0]);
    expect(strokes[1].points[0].time).toBeGreaterThanOrEqual(strokes[0].points.at(-1).time);
    await again.user.click(sign());
    const [signed] = onSign.mock.calls[0] ?? [];
    expect(signed).toMatchObject({ signerName: 'Jan', svgPath: expect.stringContaining('M100 250') });
    await again.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onDrawn).toHaveBeenLastCalledWith(null);
  });
});

describe('the location', () => {
  const locate = (answer: (found: PositionCallback, refused: PositionErrorCallback) => void) =>
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: vi.fn(answer) },
    });
  const consent = () => screen.getByRole('checkbox', { name: 'Store the location with the signature' });

  it('is determined only with consent', async () => {
    locate((found) =>
      found({ coords: { latitude: 51.1, longitude: 17.03, accuracy: 11.4 } } as GeolocationPosition),
    );
    const { user } = await renderField();
    await user.type(name(), 'Jan');
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

  it('stays empty if the device refuses, and signing continues', async () => {
    locate((_, refused) => refused({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError));
    const { user } = await renderField();
    await user.type(name(), 'Jan');
    await user.click(consent());
    expect(screen.getByText(/The signature will not include it/)).toBeVisible();
    stroke([0.1, 0.5], [0.5, 0.5]);
    await user.click(sign());
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({ latitude: null, longitude: null });
  });
});
