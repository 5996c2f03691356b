import type { ComponentProps, ReactNode } from 'react';
import classes from './plain-checkbox.module.css';

interface PlainCheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> {
  /** Of the label, which is what a thumb has to find. */
  className?: string | undefined;
  indeterminate?: boolean;
  children?: ReactNode;
}

/** A box with its label, drawn many times faster than Mantine's: for what a list repeats in each of its rows. */
export const PlainCheckbox = ({
  className,
  indeterminate = false,
  children,
  ...props
}: PlainCheckboxProps) => (
  <label className={className}>
    <input
      {...props}
      type="checkbox"
      className={classes.box}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate;
      }}
    />
    {children}
  </label>
);
