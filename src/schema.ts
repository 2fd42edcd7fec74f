import 'reflect-metadata';
import { isAbstractType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import { BrokerResolver } from './broker/broker.resolver.js';
import { OPPORTUNITY_KINDS, OpportunityResolver } from './catalogue/opportunity.resolver.js';
import { CheckoutSessionResolver } from './checkout-session/checkout-session.resolver.js';
import { ErasureResolver } from './customer/erasure.resolver.js';
import { CheckoutResolver } from './checkout/checkout.resolver.js';
import { CustomerResolver } from './customer/customer.resolver.js';
import { FeedResolver } from './feed/feed.resolver.js';
import { HarvestResolver } from './feed/harvest.resolver.js';
import { DemoMailResolver } from './mail/demo-mail.resolver.js';
import { OrderResolver } from './order/order.resolver.js';
import { DemoPaymentResolver } from './payment/demo-payment.resolver.js';
import { ProviderEventResolver } from './payment/provider-event.resolver.js';
import { ReconciliationResolver } from './payment/reconciliation.resolver.js';
import { AuditResolver } from './staff/audit.resolver.js';
import { ExploreResolver } from './staff/explore.resolver.js';
import { DemoAccountResolver } from './payment/demo-account.resolver.js';
import { callAtOnce } from './graphql/plain-arguments.js';
import { nameOf } from './shared/result.type.js';
import { SellerFlowResolver } from './seller/seller-flow.resolver.js';
import { SellerMoveRequestResolver } from './seller/seller-move-request.resolver.js';
import { SellerResolver } from './seller/seller.resolver.js';
import { DemoWebhookResolver } from './webhook/demo-webhook.resolver.js';
import { WebhookDeliveryResolver } from './webhook/webhook-delivery.resolver.js';
import { WebhookEndpointResolver } from './webhook/webhook-endpoint.resolver.js';
import { WebhookResolver } from './webhook/webhook.resolver.js';

/** The one door. Our own rules check inputs, so no validation library does. */
export function buildSchema(): GraphQLSchema {
  // Resolvers hand out plain objects, so a plain field needs no resolver of its own: this makes answers several times faster.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const schema = buildSchemaSync({
    resolvers: [
      BrokerResolver,
      SellerResolver,
      SellerFlowResolver,
      SellerMoveRequestResolver,
      OpportunityResolver,
      FeedResolver,
      HarvestResolver,
      CheckoutSessionResolver,
      CheckoutResolver,
      OrderResolver,
      WebhookEndpointResolver,
      WebhookDeliveryResolver,
      CustomerResolver,
      ErasureResolver,
      WebhookResolver,
      ProviderEventResolver,
      ReconciliationResolver,
      AuditResolver,
      ExploreResolver,
      DemoPaymentResolver,
      DemoAccountResolver,
      DemoMailResolver,
      DemoWebhookResolver,
    ],
    orphanedTypes: OPPORTUNITY_KINDS,
    validate: false,
  });
  describeRoots(schema);
  nameAtOnce(schema);
  callAtOnce(schema);
  return schema;
}

/** type-graphql makes a promise of every name; a compiled document asks for it and goes on. */
function nameAtOnce(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) if (isAbstractType(type)) type.resolveType = nameOf;
}

/** The two root types have no class of their own, so that their descriptions stand here. */
function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) query.description = 'Everything that can be read. Each field says who may.';
  if (mutation) mutation.description = 'Everything that can be changed. Each field says who may, and what a repeat does.';
}
