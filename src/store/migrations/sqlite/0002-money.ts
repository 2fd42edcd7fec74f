import { Migration } from '@mikro-orm/migrations';

export class Money extends Migration {
  override up(): void {
    this.addSql('create table `audit_entry` (`id` text not null primary key, `at` datetime not null, `actor` text not null, `action` text not null, `subject` text not null, `reason` text not null, `before` json null, `after` json null)');
    this.addSql('create index `audit_entry_at_id_index` on `audit_entry` (`at`, `id`)');
    this.addSql("create table `demo_payment` (`id` text not null primary key, `account_id` text not null, `amount_minor` integer not null, `currency` text not null, `description` text not null, `return_url` text not null, `cancel_url` text not null, `state` text check (`state` in ('OPEN', 'FURTHER_STEP', 'DECLINED', 'AUTHORISED', 'CAPTURED', 'VOIDED', 'ENDED')) not null, `refunds` json not null, `created_at` datetime not null)");
    this.addSql('create table `provider_event` (`id` text not null primary key, `type` text not null, `account_id` text null, `received_at` datetime not null)');
    this.addSql("create table `payment` (`id` text not null primary key, `order_quote_id` text not null, `attempt` integer not null, `provider` text not null, `account_id` text not null, `provider_payment_id` text null, `url` text null, `amount_minor` integer not null, `currency` text not null, `fee_minor` integer null, `status` text check (`status` in ('STARTED', 'DECLINED', 'ENDED', 'AUTHORISED', 'CAPTURED', 'VOIDING', 'VOIDED')) not null, `created_at` datetime not null, `ends_at` datetime not null, `ended_at` datetime null, constraint `payment_order_quote_id_foreign` foreign key (`order_quote_id`) references `customer_order` (`quote_id`))");
    this.addSql('create index `payment_order_quote_id_index` on `payment` (`order_quote_id`)');
    this.addSql('create index `payment_provider_payment_id_index` on `payment` (`provider_payment_id`)');
    this.addSql('create index `payment_account_id_status_index` on `payment` (`account_id`, `status`)');
    this.addSql('create unique index `payment_order_quote_id_attempt_unique` on `payment` (`order_quote_id`, `attempt`)');
    this.addSql("create table `refund` (`id` text not null primary key, `item_id` text not null, `payment_id` text not null, `amount_minor` integer not null, `status` text check (`status` in ('PENDING', 'DONE', 'FAILED', 'REFUND_BY_SELLER')) not null, `provider_refund_id` text null, `retries` integer not null default 0, `created_at` datetime not null, `ended_at` datetime null, constraint `refund_item_id_foreign` foreign key (`item_id`) references `order_item` (`id`), constraint `refund_payment_id_foreign` foreign key (`payment_id`) references `payment` (`id`))");
    this.addSql('create unique index `refund_item_id_unique` on `refund` (`item_id`)');
    this.addSql('create index `refund_payment_id_index` on `refund` (`payment_id`)');
    this.addSql('alter table `offer` add column `latest_cancellation_before_start_date` text null');
    this.addSql('alter table `offer` add column `allow_customer_cancellation_full_refund` integer not null default false');
    this.addSql('alter table `order_item` add column `cancellable_until` datetime null');
    this.addSql("create trigger audit_entry_is_not_changed before update on audit_entry begin select raise(abort, 'audit entries are added and never changed'); end");
    this.addSql("create trigger audit_entry_is_not_replaced before insert on audit_entry when exists (select 1 from audit_entry where id = new.id) begin select raise(abort, 'audit entries are added and never changed'); end");
    this.addSql("create trigger audit_entry_is_not_removed before delete on audit_entry begin select raise(abort, 'audit entries are added and never changed'); end");
  }
}
