import type { ReactNode } from 'react';
import classes from './sign-in-frame.module.css';

interface Props {
  title: string;
  hint?: ReactNode;
  /** Space for a form in two columns. */
  wide?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

/** The card around sign-in and registration. */
export function SignInFrame({ title, hint, wide = false, children, footer }: Props) {
  return (
    <div className={classes.frame} data-wide={wide}>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {hint && <p className={classes.hint}>{hint}</p>}
        {children}
      </section>
      {footer && <p className={classes.footer}>{footer}</p>}
    </div>
  );
}
