import { useSearchParams } from 'react-router-dom';

/** Which to-do the dialog shows. */
export type Target = 'new' | number;

const parameter = 'todo';

function read(text: string | null): Target | null {
  if (text === 'new') return 'new';
  const id = Number(text);
  return text && Number.isInteger(id) && id > 0 ? id : null;
}

/** The dialog in the address (`todo=new`, `todo=12`): a link in a mail or calendar opens it, the back button closes it. */
export function useTodoAddress() {
  const [query, setQuery] = useSearchParams();
  const put = (target: Target | null) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (target === null) next.delete(parameter);
        else next.set(parameter, String(target));
        return next;
      },
      { replace: target === null, preventScrollReset: true },
    );
  return { target: read(query.get(parameter)), open: put, close: () => put(null) };
}
