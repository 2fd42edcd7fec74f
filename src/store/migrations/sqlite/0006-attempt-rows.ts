import { Migration } from '@mikro-orm/migrations';

/** Every attempt has had a row of its own since 0003: a delivery need not repeat its last one. */
export class AttemptRows extends Migration {
  override up(): void {
    this.addSql('alter table `webhook_delivery` drop column `last_status`');
    this.addSql('alter table `webhook_delivery` drop column `last_error`');
  }
}
