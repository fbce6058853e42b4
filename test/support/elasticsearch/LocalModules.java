package local;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.analysis.AbstractTokenizerFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The Elasticsearch distribution on Maven Central has the server, but neither modules/analysis-common nor modules/rest-root. This
 * plugin supplies what the mapping and the client need of them: two tokenizers, each a wrapper around the Lucene class in lib/ with
 * the name and the settings that it has in Elasticsearch, and GET /.
 */
public class LocalModules extends Plugin implements AnalysisPlugin, ActionPlugin {
    private static AnalysisProvider<TokenizerFactory> tokenizer(Function<Settings, Tokenizer> make) {
        return (index, env, name, settings) -> new AbstractTokenizerFactory(index, settings, name) {
            @Override public Tokenizer create() { return make.apply(settings); }
        };
    }

    @Override public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
            "whitespace", tokenizer(s -> new WhitespaceTokenizer(s.getAsInt("max_token_length", 255))),
            "ngram", tokenizer(s -> new NGramTokenizer(s.getAsInt("min_gram", 1), s.getAsInt("max_gram", 2))));
    }

    @Override public List<org.elasticsearch.index.analysis.PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(org.elasticsearch.index.analysis.PreConfiguredTokenizer.singleton("whitespace", WhitespaceTokenizer::new));
    }

    @Override public List<RestHandler> getRestHandlers(Settings settings, NamedWriteableRegistry registry, RestController controller,
            ClusterSettings cluster, IndexScopedSettings scoped, SettingsFilter filter, IndexNameExpressionResolver resolver,
            Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> features) {
        return List.of(new BaseRestHandler() {
            @Override public String getName() { return "local_main"; }
            @Override public List<Route> routes() {
                return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
            }
            @Override protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
                return channel -> {
                    XContentBuilder body = channel.newBuilder();
                    Build build = Build.current();
                    body.startObject().field("name", settings.get("node.name")).startObject("version")
                        .field("number", build.qualifiedVersion()).field("build_flavor", build.flavor()).endObject()
                        .field("tagline", "You Know, for Search").endObject();
                    channel.sendResponse(new RestResponse(RestStatus.OK, body));
                };
            }
        });
    }
}
