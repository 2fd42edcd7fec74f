import { Migration } from '@mikro-orm/migrations';

export class Money extends Migration {
  override up(): void {
    this.addSql('create table "audit_entry" ("id" uuid not null, "at" timestamptz(3) not null, "actor" text not null, "action" text not null, "subject" text not null, "reason" text not null, "before" json null, "after" json null, primary key ("id"))');
    this.addSql('create index "audit_entry_at_id_index" on "audit_entry" ("at", "id")');
    this.addSql('create table "demo_payment" ("id" text not null, "account_id" text not null, "amount_minor" int not null, "currency" text not null, "description" text not null, "return_url" text not null, "cancel_url" text not null, "state" text not null, "refunds" json not null, "created_at" timestamptz(3) not null, primary key ("id"))');
    this.addSql('create table "provider_event" ("id" text not null, "type" text not null, "account_id" text null, "received_at" timestamptz(3) not null, primary key ("id"))');
    this.addSql('create table "payment" ("id" uuid not null, "order_quote_id" uuid not null, "attempt" int not null, "provider" text not null, "account_id" text not null, "provider_payment_id" text null, "url" text null, "amount_minor" int not null, "currency" text not null, "fee_minor" int null, "status" text not null, "created_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("id"))');
    this.addSql('create index "payment_provider_payment_id_index" on "payment" ("provider_payment_id")');
    this.addSql('create index "payment_account_id_status_index" on "payment" ("account_id", "status")');
    this.addSql('alter table "payment" add constraint "payment_order_quote_id_attempt_unique" unique ("order_quote_id", "attempt")');
    this.addSql('create table "refund" ("id" uuid not null, "item_id" uuid not null, "payment_id" uuid not null, "amount_minor" int not null, "status" text not null, "provider_refund_id" text null, "retries" int not null default 0, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("id"))');
    this.addSql('alter table "refund" add constraint "refund_item_id_unique" unique ("item_id")');
    this.addSql('alter table "offer" add "latest_cancellation_before_start_date" text null, add "allow_customer_cancellation_full_refund" boolean not null default false');
    this.addSql('alter table "order_item" add "cancellable_until" timestamptz(3) null');
    this.addSql(`alter table "demo_payment" add constraint "demo_payment_state_check" check ("state" in ('OPEN', 'FURTHER_STEP', 'DECLINED', 'AUTHORISED', 'CAPTURED', 'VOIDED', 'ENDED'))`);
    this.addSql('alter table "payment" add constraint "payment_order_quote_id_foreign" foreign key ("order_quote_id") references "customer_order" ("quote_id")');
    this.addSql(`alter table "payment" add constraint "payment_status_check" check ("status" in ('STARTED', 'DECLINED', 'ENDED', 'AUTHORISED', 'CAPTURED', 'VOIDING', 'VOIDED'))`);
    this.addSql('alter table "refund" add constraint "refund_item_id_foreign" foreign key ("item_id") references "order_item" ("id")');
    this.addSql('alter table "refund" add constraint "refund_payment_id_foreign" foreign key ("payment_id") references "payment" ("id")');
    this.addSql(`alter table "refund" add constraint "refund_status_check" check ("status" in ('PENDING', 'DONE', 'FAILED', 'REFUND_BY_SELLER'))`);
    this.addSql("create function audit_entry_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'audit entries are added and never changed'; end $$");
    this.addSql('create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry for each statement execute function audit_entry_is_append_only()');
  }
}
