import { STAFF_ROLES } from '../access/caller.js';
import { signLocalStaffToken } from '../access/staff-tokens.js';
import type { Config } from '../config.js';
import { DEMO } from '../store/demo-world.js';
import type { OperationRole } from './named-operations.js';

/** The headers that let in whom an operation is for, for somebody who has just started the demo; none anywhere else. */
export type HeadersFor = (role: OperationRole, now: Date) => Promise<Readonly<Record<string, string>>>;

export function headersFor({ isDemo, staff, dataFolder }: Pick<Config, 'isDemo' | 'staff' | 'dataFolder'>): HeadersFor {
  return async (role, now) => {
    if (!isDemo || role === 'anybody') return {};
    if (role === 'broker') return { 'X-API-KEY': DEMO.apiKeys.fitnessFinder };
    const staffRole = STAFF_ROLES.find((one) => one === role);
    if (staff || staffRole === undefined) return {}; // an issuer elsewhere signs
    return { Authorization: `Bearer ${await signLocalStaffToken(dataFolder, `demo:${role}`, staffRole, now)}` };
  };
}
