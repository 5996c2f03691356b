import { describe, expect, it } from 'vitest';
import { machineName, machineNames, shortMachineName } from './machine-name.ts';

const one = { id: 1, name: 'BSD 75', serialNumber: 'S-1' };
const other = { id: 2, name: 'BSD 75', serialNumber: 'S-2' };
const lift = { id: 3, name: 'Lift', serialNumber: 'L-1' };

describe('machines with the same name', () => {
  it('are distinguished by their serial numbers, also from those that are not named beside them', () => {
    expect(machineNames([one, lift, other])).toBe('BSD 75 (S-1), Lift (L-1), BSD 75 (S-2)');
    expect(machineNames([one])).toBe('BSD 75 (S-1)');
  });

  it('are compared with all shown machines, but not with themselves', () => {
    expect(shortMachineName(one, [other, lift])).toBe('BSD 75 (S-1)');
    expect(shortMachineName(one, [one, { ...one }])).toBe('BSD 75');
  });

  it('keep their name if they have no serial number', () => {
    expect(machineName({ name: 'Lift', serialNumber: '' })).toBe('Lift');
    expect(machineName(lift)).toBe('Lift (L-1)');
  });
});
