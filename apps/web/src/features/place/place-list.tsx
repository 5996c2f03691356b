import { joinPresent } from '@servicebook/i18n/names.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './place-book.module.css';
import type { Place } from './place-book.tsx';

interface PlaceListProps {
  label: string;
  places: readonly Place[];
  note: ReactNode;
  add: ReactNode;
  onOpen: (id: number) => void;
}

export function PlaceList({ label, places, note, add, onOpen }: PlaceListProps) {
  return (
    <>
      <div className={classes.head}>
        <p className={classes.hint}>{note}</p>
        {add}
      </div>
      <ol className={classes.list} aria-label={label}>
        {places.map(({ id, name, street, city, distance }) => (
          <li key={id}>
            <button type="button" className={classes.row} onClick={() => onOpen(id)}>
              <span className={classes.name}>
                <strong>{name}</strong>
                <span>{joinPresent([street, city])}</span>
              </span>
              {distance && <span className={classes.distance}>{distance.short}</span>}
              <IconChevronRight size={18} stroke={1.7} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
