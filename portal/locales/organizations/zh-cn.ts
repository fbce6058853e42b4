import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhCn: Catalogue<typeof en> = {
  'organizations.sections': '组织的各部分',
  'organizations.overview': '概览',
  'organizations.members': '成员',
  'organizations.teams': '团队',
  'organizations.namespaces': '命名空间',
  'organizations.repositories': '仓库',
  'organizations.security': '安全',
  'organizations.policy': '策略',
  'organizations.tokens': '令牌',
  'organizations.publishers': '发布者',
  'organizations.webhooks': 'Webhook',
  'organizations.audit': '审计',
  'organizations.access': '访问权限历史',
  'organizations.settings': '设置',
  'organizations.no_repositories': '没有您可以查看的仓库。软件包发布到仓库中。',
  'organizations.no_namespaces': '该组织没有命名空间。认领后，其他人不能在其中创建软件包。',
  'organizations.new_text': '它归您所有。之后您可以邀请成员、组建团队并授予权限。',
  'organizations.slug_hint': '地址的一部分，永远不会给其他账户。小写字母、数字和连字符。',
};
