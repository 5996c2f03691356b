/** Toasts: top centre, five at most. The library loads with the first one. */
export interface Toast {
  message: string;
  tone?: 'success' | 'error' | 'info';
  /** The same id again, or without one the same message, does not pile up. */
  id?: string;
}

type Listener = (toast: Toast) => void;
let listener: Listener | null = null;
const waiting: Toast[] = [];

export function showToast(toast: Toast): void {
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** The one place that draws toasts takes them over, those already waiting included. */
export function takeToasts(show: Listener): () => void {
  listener = show;
  // Not at once: who takes them may let go again with the first.
  queueMicrotask(() => {
    if (listener === show) for (const toast of waiting.splice(0)) showToast(toast);
  });
  return () => {
    if (listener === show) listener = null;
  };
}
