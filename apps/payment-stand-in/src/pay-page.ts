// The page a customer is sent to: it says aloud that no money moves, and lets one choose how the payment goes.
import { status, type Transaction } from './transaction.ts';

export const outcomes = {
  pay: 'Pay',
  decline: 'Decline',
  'pay-silently': 'Pay, but never notify',
  'pay-twice': 'Pay, and notify twice',
  'pay-late': 'Pay, and notify late',
  'pay-deaf': 'Pay, and leave the first verification unanswered',
} as const;
export type Outcome = keyof typeof outcomes;
export const isOutcome = (text: unknown): text is Outcome => typeof text === 'string' && text in outcomes;

export function renderPayPage({ registration, status: now, token }: Transaction): string {
  const { amount, currency, description, email, sessionId } = registration;
  const buttons = Object.entries(outcomes).map(
    ([value, label]) => `<button name="outcome" value="${value}">${label}</button>`,
  );
  const content =
    now === status.none
      ? `<form method="post" action="/trnRequest/${token}">${buttons.join('')}</form>`
      : `<p>This payment was made already.</p><p><a href="${escapeHtml(registration.urlReturn)}">Back to the shop</a></p>`;
  return page(`<dl><dt>To pay</dt><dd><strong>${(amount / 100).toFixed(2)} ${escapeHtml(currency)}</strong></dd>
    <dt>For</dt><dd>${escapeHtml(description)}</dd><dt>Customer</dt><dd>${escapeHtml(email)}</dd>
    <dt>Session</dt><dd>${escapeHtml(sessionId)}</dd></dl>${content}`);
}

export const renderUnknown = (): string =>
  page('<p>There is no such payment. The sandbox forgets when it stops.</p>');

const page = (content: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Payment sandbox</title><link rel="icon" href="data:,">
<style>${STYLE}</style></head><body><main><p class="sandbox" role="note"><strong>Sandbox.</strong> A stand-in of
Przelewy24: no bank is asked, no money moves.</p><h1>Payment</h1>${content}</main></body></html>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; padding: 1rem }
.sandbox { padding: .75rem 1rem; border: 2px dashed #b45309; border-radius: 8px }
h1 { font-size: 1.4rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
form { display: grid; gap: .5rem; margin-top: 1.5rem }
button { min-height: 48px; padding: .5rem 1rem; font: inherit; border: 1px solid #8888; border-radius: 8px; cursor: pointer }
main > p > a { display: inline-block; padding: .625rem 0 }
button[value=pay] { background: #1d4ed8; border-color: #1d4ed8; color: #fff; font-weight: 600 }`;

function escapeHtml(value: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return value.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
