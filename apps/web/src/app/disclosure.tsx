import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './disclosure.module.css';

interface Props {
  label: ReactNode;
  /** Marks the section the user is in. */
  active?: boolean;
  className?: string;
  align?: 'start' | 'end';
  children: ReactNode;
}

/**
 * A button of the top bar with a panel below it. The bar never moves, so the panel does not need the positioning code
 * of Mantine's menus. Closes on Escape, on a click or focus elsewhere, and on navigation.
 */
export function Disclosure({ label, active, className, align = 'start', children }: Props) {
  const [opened, setOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the panel
  useEffect(() => setOpened(false), [key]);

  useEffect(() => {
    if (!opened) return;
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpened(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeElsewhere);
    document.addEventListener('focusin', closeElsewhere);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeElsewhere);
      document.removeEventListener('focusin', closeElsewhere);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [opened]);

  return (
    <div className={classes.root} ref={root}>
      <button
        type="button"
        ref={button}
        className={className}
        data-active={active}
        aria-expanded={opened}
        aria-controls={panel}
        onClick={() => setOpened(!opened)}
      >
        {label}
      </button>
      <div id={panel} className={classes.panel} data-align={align} hidden={!opened}>
        {children}
      </div>
    </div>
  );
}
