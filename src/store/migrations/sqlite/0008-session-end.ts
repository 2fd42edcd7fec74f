import { Migration } from '@mikro-orm/migrations';

export class SessionEnd extends Migration {
  override up(): void {
    this.addSql('create index `checkout_session_state_expires_at_index` on `checkout_session` (`state`, `expires_at`)');
  }
}
