import { Migration } from '@mikro-orm/migrations';

export class Customers extends Migration {
  override up(): void {
    this.addSql('alter table "customer" add "changed_at" timestamptz(3) null, add "erased_at" timestamptz(3) null');
    this.addSql('drop index "customer_broker_id_index"');
    this.addSql('create index "customer_broker_id_created_at_id_index" on "customer" ("broker_id", "created_at", "id")');
    this.addSql('create index "customer_broker_id_identifier_index" on "customer" ("broker_id", "identifier")');
    this.addSql('create index "customer_email_index" on "customer" ("email")');
    this.addSql('alter table "checkout_session" add "erased_at" timestamptz(3) null');
    this.addSql('create index "checkout_session_state_erased_at_created_at_index" on "checkout_session" ("state", "erased_at", "created_at")');
    this.addSql('alter table "customer_order" add "erased_at" timestamptz(3) null');
    this.addSql('create index "customer_order_state_erased_at_created_at_index" on "customer_order" ("state", "erased_at", "created_at")');
    this.addSql('create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at")');
  }
}
