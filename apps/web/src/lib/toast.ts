/** Toasts: top centre, five at most. The library loads with the first one. */
export interface Toast {
  message: string;
  tone?: 'success' | 'error' | 'info';
  /** A toast is not repeated: one with the same id or, without an id, with the same message. */
  id?: string;
  /** It stays until this is over. */
  until?: Promise<unknown>;
  /** A button in the toast, such as “Undo”. */
  /** Asked in a dialog instead. */
  question?: { title: string; confirmLabel: string; run: () => void };
  action?: { label: string; run: () => void /** Ctrl+Z presses it too. */; undoes?: boolean };
}

type Listener = (toast: Toast) => void;
let listener: Listener | null = null;
const waiting: Toast[] = [];

export function showToast(toast: Toast): void {
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** Registers the component that shows toasts, including those already waiting. */
export function takeToasts(show: Listener): () => void {
  listener = show;
  // Deferred, because the component may unregister again with the first toast.
  queueMicrotask(() => {
    if (listener === show) for (const toast of waiting.splice(0)) showToast(toast);
  });
  return () => {
    if (listener === show) listener = null;
  };
}
