import { describe, expect, it } from 'vitest';
import { groupOf, ImportFieldName, importFields, importGroups, kindOf } from './import-fields.ts';
import { headerSets } from './testing/import-header-sets.ts';
import { headerSetsAside } from './testing/import-header-sets-aside.ts';

describe('the fields of an import', () => {
  it('have a group and a kind each', () => {
    for (const field of importFields) {
      expect(importGroups).toContain(groupOf(field));
      expect(kindOf(field)).toMatch(/^[a-z]+[A-Za-z]*$/);
    }
    expect(kindOf('machine.serialNumber')).toBe('code');
    expect(new Set(importFields).size).toBe(importFields.length);
  });

  it('are a closed list', () => {
    expect(ImportFieldName.safeParse('machine.serialNumber').success).toBe(true);
    expect(ImportFieldName.safeParse('machine.accountId').success).toBe(false);
  });
});

describe('the sets of headers', () => {
  it('name fields that exist, each once a sheet', () => {
    expect(headerSets.length).toBeGreaterThanOrEqual(30);
    for (const { expected } of [...headerSets, ...headerSetsAside]) {
      const named = expected.filter((field) => field !== null);
      for (const field of named) expect(importFields).toContain(field);
      expect(new Set(named).size).toBe(named.length);
    }
  });
});
