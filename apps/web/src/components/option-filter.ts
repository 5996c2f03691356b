import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { searchOfText } from '@servicebook/shared/fold-text';

/** Filters the options of a searchable select as all searches do. */
export const optionFilter: OptionsFilter = ({ options, search }) => {
  const isFound = searchOfText(search);
  return (options as ComboboxItem[]).filter(({ label }) => isFound(label));
};
