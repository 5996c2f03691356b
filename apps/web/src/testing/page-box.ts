import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The box that chooses all rows of the page, once there are rows to choose. */
export const pageBox = () =>
  waitFor(() => {
    const box = screen.getByRole('checkbox', { name: 'Select all rows of this page' });
    expect(box).toBeEnabled();
    return box;
  });
