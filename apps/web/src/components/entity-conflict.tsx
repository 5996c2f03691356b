import type { FieldValues } from 'react-hook-form';
import type { RecordForm } from '../lib/use-record-form.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { type EntityField, textOf } from './entity-fields.ts';

interface EntityConflictProps<Row, Values extends FieldValues> {
  fields: readonly EntityField<Row>[];
  form: Pick<RecordForm<Values>, 'conflict' | 'theirs'>;
}

/** Shown when somebody else has saved the record; names its fields and their values as its list does. */
export function EntityConflict<Row, Values extends FieldValues>({
  fields,
  form: { conflict, theirs },
}: EntityConflictProps<Row, Values>) {
  const describe = (name: string) => {
    const field = fields.find(({ key }) => key === name);
    return {
      label: field?.label ?? name,
      // The form's values include what the record's texts are made of.
      theirs: theirs && field ? textOf(field, theirs as unknown as Row) : '',
    };
  };
  return <ConflictNotice mt="lg" conflict={conflict} describe={describe} />;
}
