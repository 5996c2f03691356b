import { searchOfText } from '@servicebook/shared/fold-text';
import type { ReactNode, Ref } from 'react';
import { SearchMultiSelect } from '../../components/search-multi-select.tsx';
import type { Option } from '../../components/use-options.ts';

interface OtherPerformersProps {
  label: string;
  /** Everybody but the main performer. */
  people: Option[];
  value: number[];
  disabled?: boolean;
  error?: ReactNode;
  onChange: (ids: number[]) => void;
  onBlur?: () => void;
  /** Whether a name was left that was not chosen. */
  onUnchosen?: (unchosen: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Who did the work together with the main performer. */
export const OtherPerformers = ({ people, value, onChange, ...props }: OtherPerformersProps) => (
  <SearchMultiSelect
    {...props}
    value={value.flatMap((each) => people.find(({ id }) => id === each) ?? [])}
    onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
    loadOptions={async (text) => {
      const isFound = searchOfText(text);
      return people.filter(({ label }) => isFound(label));
    }}
  />
);
