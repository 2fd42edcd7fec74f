import { Migration } from '@mikro-orm/migrations';

export class SellerJourney extends Migration {
  override up(): void {
    this.addSql('create table "demo_account" ("id" text not null, "seller_name" text not null, "outcome" text not null, "created_at" timestamptz(3) not null, primary key ("id"))');
    this.addSql('create table "outbox_task" ("id" uuid not null, "kind" text not null, "subject" text not null, "created_at" timestamptz(3) not null, "due_at" timestamptz(3) not null, "attempts" int not null, "last_error" text null, "done_at" timestamptz(3) null, primary key ("id"))');
    this.addSql('create index "outbox_task_done_at_due_at_index" on "outbox_task" ("done_at", "due_at")');
    this.addSql('create table "payment_account" ("id" uuid not null, "seller_id" text not null, "broker_id" uuid not null, "provider" text not null, "provider_account_id" text not null, "status" text not null, "created_at" timestamptz(3) not null, "connected_at" timestamptz(3) null, "disconnected_at" timestamptz(3) null, primary key ("id"))');
    this.addSql('create index "payment_account_seller_id_created_at_index" on "payment_account" ("seller_id", "created_at")');
    this.addSql('create table "seller_event" ("id" uuid not null, "seller_id" uuid not null, "on_trigger" text not null, "status" text not null, "at" timestamptz(3) not null, primary key ("id"))');
    this.addSql('create index "seller_event_seller_id_at_index" on "seller_event" ("seller_id", "at")');
    this.addSql('create table "seller_flow" ("id" uuid not null, "link_id" uuid not null, "secret_hash" text not null, "seller_version" int null, "terms_version" text null, "refund_choice" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, primary key ("id"))');
    this.addSql('alter table "seller_flow" add constraint "seller_flow_link_id_unique" unique ("link_id")');
    this.addSql('create table "seller_move_request" ("id" uuid not null, "seller_id" uuid not null, "broker_id" uuid not null, "requested_at" timestamptz(3) not null, primary key ("id"))');
    this.addSql('alter table "seller_move_request" add constraint "seller_move_request_seller_id_broker_id_unique" unique ("seller_id", "broker_id")');
    this.addSql('create table "terms_acceptance" ("id" uuid not null, "seller_id" text not null, "terms_version" text not null, "accepted_at" timestamptz(3) not null, "link_id" uuid not null, primary key ("id"))');
    this.addSql('create index "terms_acceptance_seller_id_accepted_at_index" on "terms_acceptance" ("seller_id", "accepted_at")');
    this.addSql('alter table "broker" add "accent_color" text null');
    this.addSql('alter table "seller" add "can_take_payments" boolean not null default false');
    this.addSql(`alter table "demo_account" add constraint "demo_account_outcome_check" check ("outcome" in ('PENDING', 'ACCEPTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTED'))`);
    this.addSql(`alter table "outbox_task" add constraint "outbox_task_kind_check" check ("kind" in ('DISCONNECT_PAYMENT_ACCOUNT'))`);
    this.addSql('alter table "payment_account" add constraint "payment_account_broker_id_foreign" foreign key ("broker_id") references "broker" ("id") on delete no action');
    this.addSql(`alter table "payment_account" add constraint "payment_account_status_check" check ("status" in ('ONBOARDING', 'CONNECTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTING', 'DISCONNECTED'))`);
    this.addSql('alter table "seller_event" add constraint "seller_event_seller_id_foreign" foreign key ("seller_id") references "seller" ("id")');
    this.addSql(`alter table "seller_event" add constraint "seller_event_on_trigger_check" check ("on_trigger" in ('ONBOARDED_FREE', 'ONBOARDED_PAID', 'MOVED_TO_PAID', 'MOVED_TO_FREE', 'OPTED_OUT'))`);
    this.addSql(`alter table "seller_event" add constraint "seller_event_status_check" check ("status" in ('NOT_ONBOARDED', 'FREE', 'PAID', 'OPTED_OUT'))`);
    this.addSql('alter table "seller_flow" add constraint "seller_flow_link_id_foreign" foreign key ("link_id") references "seller_link" ("id") on update no action on delete no action');
    this.addSql(`alter table "seller_flow" add constraint "seller_flow_refund_choice_check" check ("refund_choice" in ('REFUND_NOW', 'REFUND_MYSELF'))`);
    this.addSql('alter table "seller_move_request" add constraint "seller_move_request_seller_id_foreign" foreign key ("seller_id") references "seller" ("id")');
    this.addSql('alter table "seller_move_request" add constraint "seller_move_request_broker_id_foreign" foreign key ("broker_id") references "broker" ("id")');
    this.addSql('alter table "terms_acceptance" add constraint "terms_acceptance_link_id_foreign" foreign key ("link_id") references "seller_link" ("id")');
  }
}
