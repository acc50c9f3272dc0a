// One agent's visit, the same through every official client: look around, create, execute, be refused, delete.
import assert from 'node:assert/strict';

const tools_of_a_visit = ['incus_image_list', 'incus_instance_create', 'incus_instance_delete', 'incus_instance_exec',
  'incus_instance_get', 'incus_instance_list', 'incus_instance_state_update'];

const refused = (result) => {
  assert.equal(result.isError, true, `expected a refusal, got ${JSON.stringify(result.structuredContent)}`);
  return result.structuredContent.error;
};

async function call(client, name, input) {
  const result = await client.callTool({ name, arguments: input });
  assert.equal(result.content.length, 1, `${name}: one text block`);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, `${name}: text and structure differ`);
  return result;
}

async function accepted(client, name, input) {
  const result = await call(client, name, input);
  assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
  return result.structuredContent;
}

async function looks_around(client) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  for (const needed of tools_of_a_visit) assert.ok(names.includes(needed), `${needed} is not listed`);
  assert.deepEqual(names, names.toSorted());
  for (const tool of tools) {
    assert.match(tool.name, /^incus_[a-z_]+$/);
    assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
    assert.equal(tool.outputSchema.type, 'object', tool.name);
    const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
    for (const hint of hints) assert.equal(typeof tool.annotations[hint], 'boolean', `${tool.name}: ${hint}`);
  }
  const images = await accepted(client, 'incus_image_list', {});
  assert.equal(images.count, 1);
  assert.deepEqual(images.items[0].aliases.map((alias) => alias.name), [process.env.IMCP_TEST_IMAGE]);
}

async function creates(client, instance) {
  const input = { instance, source: { alias: process.env.IMCP_TEST_IMAGE }, start: true, wait_seconds: 30 };
  assert.equal((await accepted(client, 'incus_instance_create', input)).status, 'completed');
  const { item, etag } = await accepted(client, 'incus_instance_get', { instance });
  assert.equal(item.name, instance);
  assert.equal(item.status, 'Running');
  assert.ok(etag);
}

async function executes(client, instance) {
  const command = ['sh', '-c', 'cat; echo "héllo $WHO"; echo aside >&2; exit 3'];
  const input = { instance, command, environment: { WHO: 'agent' }, stdin: 'first\n' };
  const ended = await accepted(client, 'incus_instance_exec', input);
  assert.equal(ended.status, 'completed');
  assert.equal(ended.exit_code, 3);
  assert.deepEqual(ended.stdout, { data: 'first\nhéllo agent\n', encoding: 'utf-8', bytes: 19, truncated: false });
  assert.deepEqual(ended.stderr, { data: 'aside\n', encoding: 'utf-8', bytes: 6, truncated: false });
}

async function is_refused(client, instance) {
  const missing = refused(await call(client, 'incus_instance_get', { instance: 'not-there' }));
  assert.equal(missing.kind, 'rejected');
  assert.equal(missing.http_status, 404);

  const wrong = refused(await call(client, 'incus_instance_list', { limit: 501 }));
  assert.equal(wrong.kind, 'invalid_input');
  assert.equal(wrong.violations[0].pointer, '/limit');

  const careless = refused(await call(client, 'incus_instance_delete', { instance, confirm: 'yes' }));
  assert.equal(careless.kind, 'confirmation_required');
  assert.equal(careless.dispatched, false);

  await assert.rejects(client.callTool({ name: 'incus_no_such_tool', arguments: {} }), { code: -32602 });
}

async function deletes(client, instance) {
  const stop = { instance, action: 'stop', force: true, wait_seconds: 30 };
  assert.equal((await accepted(client, 'incus_instance_state_update', stop)).status, 'completed');
  const gone = await accepted(client, 'incus_instance_delete', { instance, confirm: instance, wait_seconds: 30 });
  assert.equal(gone.status, 'completed');
  const { items } = await accepted(client, 'incus_instance_list', {});
  assert.ok(!items.some((item) => item.name === instance), 'the deleted instance is still listed');
}

/// `client` is connected. `name` is the instance this visit may use.
export async function visit(client, name) {
  for (const step of [looks_around, creates, executes, is_refused, deletes]) {
    await step(client, name);
    console.log(`${name}: ${step.name}`);
  }
}
